import type { LeaderboardsService } from '../../../services/quests/leaderboards.service.ts';
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
  AdminLeaderboardPageSchema,
  LeaderboardPageSchema,
  LeaderboardPositionSchema,
  LeaderboardQuerySchema,
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
    allowReplica: true,
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

export const leaderboardEndpoints = ({ leaderboards }: { leaderboards: LeaderboardsService }) => [
  endpoint({
    name: 'getLeaderboard',
    method: 'get',
    path: '/quests/leaderboard',
    auth: 'public',
    tag: 'Quests',
    summary: 'Get a leaderboard',
    description:
      'Users with points, the most points first; equal points share a rank. The board covers everything, a conference or a quest. Requires no credentials; valid ones add `me`. Hidden and blocked users keep their points and are left out.',
    query: LeaderboardQuerySchema,
    responses: { 200: LeaderboardPageSchema },
    errors: ['NOT_FOUND'],
    knowsSender: true,
    readsPeople: true,
    holdsProfiles: true,
    async handle({ caller, query }) {
      const request = pageRequest(query, LeaderboardPositionSchema);
      const { page, me } = await leaderboards.list(caller?.user, query, request);
      // The service lists ranked users only.
      const rows = page.rows.map((row) => ({ ...row, rank: row.rank as number }));
      return { status: 200, body: { ...listReply({ ...page, rows }), ...(me && { me }) } };
    },
  }),

  endpoint({
    name: 'getAdminLeaderboard',
    method: 'get',
    path: '/admin/leaderboard',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ query }) => ({ quest: query.quest_id, conference: query.conference_id }),
    tag: 'Admin: quests',
    summary: 'Get a leaderboard with all users',
    description:
      'All users with points, including hidden and blocked users and those whom an administrator took off the boards.',
    query: LeaderboardQuerySchema,
    responses: { 200: AdminLeaderboardPageSchema },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    async handle({ query }) {
      const page = await leaderboards.listAll(query, pageRequest(query, LeaderboardPositionSchema));
      return { status: 200, body: listReply(page) };
    },
  }),
];
