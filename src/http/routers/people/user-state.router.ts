import type { UserStateService } from '../../../services/people/user-state.service.ts';
import { endpoint } from '../../endpoint.ts';
import { UserStateQuerySchema, UserStateSchema } from '../../schemas/people/user-state.schemas.ts';

export const userStateEndpoints = ({ userState }: { userState: UserStateService }) => [
  endpoint({
    name: 'getMyState',
    method: 'get',
    path: '/users/me/state',
    auth: 'user',
    tag: 'Users',
    summary: 'Get my attendance of all events and conferences, and my quests',
    description:
      'Returns your current attendances, your quests and your unread count. Send the ETag in `If-None-Match`: 304 means that nothing has changed.',
    query: UserStateQuerySchema,
    responses: { 200: UserStateSchema },
    conditional: true,
    mayLag: true,
    async handle({ caller, query }) {
      return { status: 200, body: await userState.find(caller.user.id, query.conference_id) };
    },
  }),
];
