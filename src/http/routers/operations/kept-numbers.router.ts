import type { KeptNumbersService } from '../../../services/operations/kept-numbers.service.ts';
import { endpoint } from '../../endpoint.ts';
import { PointsCheckQuerySchema, PointsCheckSchema } from '../../schemas/quests/points.schemas.ts';

export const keptNumberEndpoints = ({ keptNumbers }: { keptNumbers: KeptNumbersService }) => [
  endpoint({
    name: 'checkPoints',
    method: 'post',
    path: '/admin/points/check',
    auth: 'admin',
    scope: 'operations:write',
    conferences: 'all',
    tag: 'Admin: quests',
    summary: 'Test the totals of points',
    description:
      'Compares in one snapshot, without locks: totals and the points of users with the ledger, awards with approved tasks and completed quests, participant counts with participants. With `repair=true` it first recomputes the totals and points that differ from the ledger, 100 users at a time. Awards and counts are only reported.',
    query: PointsCheckQuerySchema,
    responses: { 200: PointsCheckSchema },
    async handle({ caller, query }) {
      return { status: 200, body: await keptNumbers.checkPoints(caller, query) };
    },
  }),
];
