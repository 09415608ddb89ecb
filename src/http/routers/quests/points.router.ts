import type { LeaderboardsService } from '../../../services/quests/leaderboards.service.ts';
import type { PointsService } from '../../../services/quests/points.service.ts';
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
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Quests');
const adminEndpoint = tagged('Admin: quests');

export const pointEndpoints = ({ points }: { points: PointsService }) => [
  endpoint({
    name: 'listMyPoints',
    route: 'GET /users/me/points',
    auth: 'user',
    summary: 'List your points',
    description: 'All entries that gave or took points, newest first. The sum is your `points`.',
    query: CursorQuerySchema,
    responses: { 200: largeListOf(PointEntrySchema) },
    allowReplica: true,
    async handle({ caller, query }) {
      const request = pageRequest(query, PointEntryPositionSchema);
      return ok(listReply(await points.listOf(caller.user, request)));
    },
  }),

  adminEndpoint({
    name: 'adjustPoints',
    route: 'POST /admin/points/adjust',
    auth: 'admin',
    scope: 'points:write',
    conferences: ({ body }) => ({ quest: body.quest_id, conference: body.conference_id }),
    summary: 'Create an adjustment of points',
    description:
      'Gives or takes points of a user, who is notified of the reason. They count today, by the clock of the conference. Send an `Idempotency-Key`: without one, each request counts.',
    body: AdjustmentInputSchema,
    responses: { 201: AdjustmentSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await points.adjust(caller, body)),
  }),
];

export const leaderboardEndpoints = ({ leaderboards }: { leaderboards: LeaderboardsService }) => [
  endpoint({
    name: 'getLeaderboard',
    route: 'GET /quests/leaderboard',
    auth: 'public',
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
      return ok({ ...listReply({ ...page, rows }), ...(me && { me }) });
    },
  }),

  adminEndpoint({
    name: 'getAdminLeaderboard',
    route: 'GET /admin/leaderboard',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ query }) => ({ quest: query.quest_id, conference: query.conference_id }),
    summary: 'Get a leaderboard with all users',
    description:
      'All users with points, including hidden and blocked users and those whom an administrator took off the boards.',
    query: LeaderboardQuerySchema,
    responses: { 200: AdminLeaderboardPageSchema },
    holdsProfiles: true,
    handle: async ({ query }) =>
      ok(
        listReply(await leaderboards.listAll(query, pageRequest(query, LeaderboardPositionSchema))),
      ),
  }),
];
