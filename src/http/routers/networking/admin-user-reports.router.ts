import type { AdminUserReportsService } from '../../../services/networking/admin-user-reports.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  AdminUserReportSchema,
  ReportDecisionSchema,
  UserReportsQuerySchema,
  userReportPosition,
} from '../../schemas/networking/user-reports.schemas.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';

const tag = 'Admin: reports';

export const adminUserReportEndpoints = ({
  adminUserReports,
}: {
  adminUserReports: AdminUserReportsService;
}) => [
  endpoint({
    name: 'listUserReports',
    method: 'get',
    path: '/admin/reports',
    auth: 'admin',
    scope: 'reports:read',
    conferences: 'all',
    tag,
    summary: 'List reports of users',
    description:
      'What users report about users, the newest first. A report is deleted with the erasure of the reported user, and a year after its resolution.',
    query: UserReportsQuerySchema,
    responses: { 200: largeListOf(AdminUserReportSchema) },
    holdsProfiles: true,
    async handle({ query }) {
      const { page: _, limit: __, cursor: ___, ...filter } = query;
      const request = pageRequest(query, userReportPosition(query));
      return { status: 200, body: listReply(await adminUserReports.list(filter, request)) };
    },
  }),

  endpoint({
    name: 'resolveUserReport',
    method: 'post',
    path: '/admin/reports/:id/resolve',
    auth: 'admin',
    scope: 'reports:resolve',
    conferences: 'all',
    tag,
    summary: 'Resolve a report of a user',
    description:
      '`warned` notifies the reported user, who does not learn who reported them; `blocked` blocks their account, which `POST /admin/users/:id/unblock` takes back. The audit log records the outcome. Safe to repeat with the same outcome; another one answers 409 `CONFLICT`.',
    params: IdParamsSchema,
    body: ReportDecisionSchema,
    responses: { 200: AdminUserReportSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await adminUserReports.resolve(caller, params.id, body) };
    },
  }),
];
