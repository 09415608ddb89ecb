import type { OwnStateService } from '../../../services/people/own-state.service.ts';
import { endpoint } from '../../endpoint.ts';
import { OwnState, OwnStateQuery } from '../../schemas/people/own-state.schemas.ts';

export const ownStateEndpoints = ({ ownState }: { ownState: OwnStateService }) => [
  endpoint({
    method: 'get',
    path: '/users/me/state',
    auth: 'user',
    tag: 'People',
    summary: 'Get how you stand to events and conferences, to lay over their lists',
    description:
      'Small, and with an ETag: ask again with `If-None-Match`, and 304 says that nothing changed.',
    query: OwnStateQuery,
    responses: { 200: OwnState },
    conditional: true,
    async handle({ caller, query }) {
      return { status: 200, body: await ownState.find(caller.user.id, query.conference_id) };
    },
  }),
];
