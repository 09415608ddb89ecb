import { z } from 'zod';
import { PERIODS } from '../../../domain/quests/points.ts';
import { DayInputSchema, IdSchema, InstantSchema, PathIdSchema } from '../common.ts';
import { CursorQuerySchema, largeListOf } from '../pages.schemas.ts';

const entryFields = {
  points: z.int(),
  reached_at: InstantSchema.describe(
    'When the user last gained points. Among users with equal points, the earliest comes first.',
  ),
  user: z.object({
    id: IdSchema,
    first_name: z.string(),
    last_name: z.string().nullable(),
    photo_url: z.string().nullable(),
    company: z.string().nullable(),
  }),
};

const ENTRY = {
  rank: 2,
  points: 120,
  reached_at: '2026-05-14T09:00:00.000Z',
  user: {
    id: 42,
    first_name: 'Ada',
    last_name: 'Lovelace',
    photo_url: null,
    company: 'Analytical Engines',
  },
};

/** A user on a board. */
const LeaderboardEntrySchema = z
  .object({
    rank: z.int().describe('1 + the listed users with more points.'),
    ...entryFields,
    user: entryFields.user.extend({
      id: IdSchema.nullable().describe(
        'null for a user who is hidden from you by a block; their `first_name` is then "Attendee".',
      ),
    }),
  })
  .meta({ id: 'LeaderboardEntry', examples: [ENTRY] });

const OwnRankSchema = z
  .object({
    rank: z
      .int()
      .nullable()
      .describe('null without points. If you are not listed, the rank that you would have.'),
    points: z.int(),
    reached_at: InstantSchema.nullable(),
    points_to_next: z
      .int()
      .nullable()
      .describe('The points missing to the next higher rank; null at the top.'),
    is_listed: z.boolean().describe('Whether the board shows you once you have points.'),
    rank_as_of: InstantSchema.optional().describe(
      'Only for a rank beyond 1,000, which can be 5 seconds old.',
    ),
  })
  .meta({
    id: 'OwnRank',
    examples: [
      {
        rank: 2,
        points: 120,
        reached_at: '2026-05-14T09:00:00.000Z',
        points_to_next: 10,
        is_listed: true,
      },
    ],
  });

export const LeaderboardPageSchema = largeListOf(LeaderboardEntrySchema)
  .extend({ me: OwnRankSchema.optional().describe('Only for signed-in callers.') })
  .meta({ id: 'LeaderboardPage' });

/** A user on a board as administrators see it. */
const AdminLeaderboardEntrySchema = z
  .object({
    rank: z.int().nullable().describe('null for a user whom the board leaves out.'),
    ...entryFields,
    is_listed: z.boolean().describe('Whether the board has the user.'),
    is_ranked: z.boolean().describe('false for a user whom an administrator took off all boards.'),
    is_blocked: z.boolean(),
  })
  .meta({
    id: 'AdminLeaderboardEntry',
    examples: [{ ...ENTRY, is_listed: true, is_ranked: true, is_blocked: false }],
  });

export const AdminLeaderboardPageSchema = largeListOf(AdminLeaderboardEntrySchema);

export const LeaderboardQuerySchema = CursorQuerySchema.extend({
  quest_id: PathIdSchema.optional().describe('Only points of this quest.'),
  conference_id: PathIdSchema.optional().describe(
    'Only points of this conference and its quests. Not together with `quest_id`.',
  ),
  period: z
    .enum(PERIODS)
    .default('all')
    .describe(
      'Days, and weeks from Monday, are those of the conference of the quest when the points were earned, else of UTC.',
    ),
  date: DayInputSchema.optional().describe(
    'A day of the week, or the day; today by default. No effect with `period=all`.',
  ),
});

/** A cursor over a board holds the last row, and the users before it. */
export const LeaderboardPositionSchema = z.tuple([
  z.int().positive(),
  InstantSchema,
  IdSchema,
  z.int().nonnegative(),
  z.int().nonnegative(),
]);
