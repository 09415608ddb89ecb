import { z } from 'zod';
import { DIFFERENCE_KINDS, PERIODS, POINT_KINDS } from '../../../domain/quests/points.ts';
import { because } from '../../../domain/reasons.ts';
import { DaySchema, IdSchema, InstantSchema, lines, QueryFlagSchema } from '../common.ts';

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
  .meta({
    id: 'PointEntry',
    examples: [
      {
        id: 42,
        delta: 10,
        kind: 'task',
        quest: { id: 3, title: 'Harbor hunt' },
        task: { id: 12, title: 'Photo at the pier' },
        reason: null,
        earned_at: '2026-05-14T09:05:00.000Z',
        created_at: '2026-05-14T09:05:00.000Z',
      },
    ],
  });

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
  .meta({
    id: 'PointAdjustment',
    examples: [
      {
        id: 43,
        user_id: 42,
        delta: 25,
        reason: 'You helped at the door',
        quest_id: null,
        conference_id: 7,
        points: 145,
        earned_at: '2026-05-14T09:00:00.000Z',
      },
    ],
  });

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
  .meta({
    id: 'PointsCheck',
    examples: [{ people: 1200, ledger_rows: 9800, differences: [], recalculating: [], ok: true }],
  });
