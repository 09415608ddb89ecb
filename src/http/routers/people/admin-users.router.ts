import type { AdminUsersService } from '../../../services/people/admin-users.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParams, listOf, listReply, pageRequest } from '../../schemas/common.ts';
import {
  AdminUser,
  AdminUserPosition,
  AdminUsersQuery,
} from '../../schemas/people/users.schemas.ts';

const tag = 'Admin: people';

export const adminUserEndpoints = ({ adminUsers }: { adminUsers: AdminUsersService }) => [
  endpoint({
    method: 'get',
    path: '/admin/users',
    auth: 'admin',
    tag,
    summary: 'List all people',
    query: AdminUsersQuery,
    responses: { 200: listOf(AdminUser) },
    async handle({ query }) {
      const page = await adminUsers.list(query, pageRequest(query, AdminUserPosition));
      return { status: 200, body: listReply(page) };
    },
  }),

  ...([true, false] as const).map((blocks) =>
    endpoint({
      method: 'post',
      path: `/admin/users/:id/${blocks ? 'block' : 'unblock'}`,
      auth: 'admin',
      tag,
      summary: blocks ? 'Keep a person out' : 'Let a blocked person in again',
      params: IdParams,
      responses: { 200: AdminUser },
      errors: ['NOT_FOUND'],
      async handle({ caller, params }) {
        return { status: 200, body: await adminUsers.setBlocked(caller, params.id, blocks) };
      },
    }),
  ),
];
