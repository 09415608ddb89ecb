import { z } from 'zod';
import { DIFFERENCE_KINDS, PERIODS, POINT_KINDS } from '../../../domain/quests/points.ts';
import { because } from '../../../domain/reasons.ts';
import {
  DayInputSchema,
  DaySchema,
  IdSchema,
  InstantSchema,
  lines,
  PathIdSchema,
  QueryFlagSchema,
} from '../common.ts';
import { CursorQuerySchema, largeListOf } from '../pages.schemas.ts';

const TitledSchema = z.object({ id: IdSchema, title: z.string() }).nullable();

/** A row of a user's points. */
export const PointEntrySchema = z
  .object({
    id: IdSchema,
    delta: z.int(),
    kind: z
      .enum(POINT_KINDS)
      .describe(
        '`correction`: the points of the task or quest changed. `reversal`: an award was taken back. `adjustment`: the organizers gave or took points.',
      ),
    quest: TitledSchema.describe('Includes a deleted one.'),
    task: TitledSchema.describe('Includes a deleted one.'),
    reason: z.string().nullable(),
    earned_at: InstantSchema,
    created_at: InstantSchema,
  })
  .meta({ id: 'PointEntry' });

/** A cursor over a user's points holds the id of the last entry. */
export const PointEntryPositionSchema = IdSchema;

const MAX_DELTA = 100_000;

export const AdjustmentInputSchema = z
  .strictObject({
    user_id: IdSchema,
    delta: z
      .int()
      .min(-MAX_DELTA)
      .max(MAX_DELTA)
      .refine((delta) => delta !== 0, because('expected a number other than 0', 'not_zero')),
    reason: lines(500).describe('The user sees it.'),
    quest_id: IdSchema.optional().describe('The points count for this quest and its conference.'),
    conference_id: IdSchema.optional().describe('Not together with `quest_id`.'),
  })
  .meta({
    id: 'PointAdjustmentInput',
    examples: [{ user_id: 2, delta: 25, reason: 'You helped at the door', conference_id: 1 }],
  });

export const AdjustmentSchema = z
  .object({
    id: IdSchema,
    user_id: IdSchema,
    delta: z.int(),
    reason: z.string(),
    quest_id: IdSchema.nullable(),
    conference_id: IdSchema.nullable(),
    points: z.int().describe('The points of the user, with this adjustment.'),
    earned_at: InstantSchema,
  })
  .meta({ id: 'PointAdjustment' });

export const PointsCheckQuerySchema = z.object({ repair: QueryFlagSchema.default(false) });

const ComparedSchema = z.union([z.number(), z.string(), z.boolean()]).nullable();

const PointDifferenceSchema = z
  .object({
    kind: z.enum(DIFFERENCE_KINDS).describe('`user`: the `points` of a user.'),
    user_id: IdSchema.nullable(),
    quest_id: IdSchema.nullable(),
    task_id: IdSchema.nullable(),
    total: z
      .object({
        scope: z.enum(['all', 'conference', 'quest']),
        scope_id: z.int(),
        period: z.enum(PERIODS),
        period_start: DaySchema,
      })
      .nullable(),
    field: z.string(),
    expected: ComparedSchema.describe('The value from the source rows.'),
    found: ComparedSchema.describe('The kept value.'),
  })
  .meta({ id: 'PointDifference' });

/** The result of the check of points. */
export const PointsCheckSchema = z
  .object({
    people: z.int().describe('The users with rows in the ledger.'),
    ledger_rows: z.int(),
    differences: z.array(PointDifferenceSchema).describe('The first 100.'),
    recalculating: z
      .array(IdSchema)
      .describe(
        'Quests whose points were edited and are corrected now; their awards are left out.',
      ),
    ok: z.boolean(),
    repaired: z.int().optional().describe('The users whose totals were recomputed.'),
  })
  .meta({ id: 'PointsCheck' });

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
  .meta({ id: 'LeaderboardEntry' });

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
  .meta({ id: 'OwnRank' });

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
  .meta({ id: 'AdminLeaderboardEntry' });

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
