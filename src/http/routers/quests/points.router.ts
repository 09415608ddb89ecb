import type { PointsService } from '../../../services/quests/points.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  CursorQuerySchema,
  largeListOf,
  listReply,
  pageRequest,
} from '../../schemas/pages.schemas.ts';
import {
  AdjustmentInputSchema,
  AdjustmentSchema,
  PointEntryPositionSchema,
  PointEntrySchema,
} from '../../schemas/quests/points.schemas.ts';

export const pointEndpoints = ({ points }: { points: PointsService }) => [
  endpoint({
    name: 'listMyPoints',
    method: 'get',
    path: '/users/me/points',
    auth: 'user',
    tag: 'Quests',
    summary: 'List your points',
    description: 'All entries that gave or took points, newest first. The sum is your `points`.',
    query: CursorQuerySchema,
    responses: { 200: largeListOf(PointEntrySchema) },
    mayLag: true,
    async handle({ caller, query }) {
      const request = pageRequest(query, PointEntryPositionSchema);
      return { status: 200, body: listReply(await points.listOf(caller.user, request)) };
    },
  }),

  endpoint({
    name: 'adjustPoints',
    method: 'post',
    path: '/admin/points/adjust',
    auth: 'admin',
    scope: 'points:write',
    conferences: ({ body }) => ({ quest: body.quest_id, conference: body.conference_id }),
    tag: 'Admin: quests',
    summary: 'Create an adjustment of points',
    description:
      'Gives or takes points of a user, who is notified of the reason. They count today, by the clock of the conference. Send an `Idempotency-Key`: without one, each request counts.',
    body: AdjustmentInputSchema,
    responses: { 201: AdjustmentSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    idempotent: true,
    async handle({ caller, body }) {
      return { status: 201, body: await points.adjust(caller, body) };
    },
  }),
];
