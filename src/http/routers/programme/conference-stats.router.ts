import type { ConferenceStatsService } from '../../../services/programme/conference-stats.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  ConferenceStatsQuerySchema,
  ConferenceStatsSchema,
} from '../../schemas/programme/conference-stats.schemas.ts';

export const conferenceStatsEndpoints = ({
  conferenceStats,
}: {
  conferenceStats: ConferenceStatsService;
}) => [
  endpoint({
    name: 'getConferenceStats',
    method: 'get',
    path: '/admin/conferences/:id/stats',
    auth: 'admin',
    scope: 'any',
    conferences: ({ params }) => ({ conference: params.id }),
    tag: 'Admin: conferences',
    summary: 'Get the numbers of a conference',
    description:
      'A key sees the numbers of its scopes; other groups are absent. The numbers are at most 1 second old, and those of connections at most 60 seconds.',
    params: IdParamsSchema,
    query: ConferenceStatsQuerySchema,
    responses: { 200: ConferenceStatsSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, query }) {
      return { status: 200, body: await conferenceStats.get(caller, params.id, query) };
    },
  }),
];
