import { z } from 'zod';
import { RUN_KINDS, RUN_STATUSES } from '../../../domain/sources/stored-sources.ts';
import { IdSchema, InstantSchema, once, PathIdSchema, resultsOf } from '../common.ts';
import { reasonFields } from '../reasons.schemas.ts';

/** More than any programme has. */
const MAX_ROWS = 10_000;

const runFields = {
  id: IdSchema,
  source_id: IdSchema,
  kind: z.enum(RUN_KINDS),
  status: z
    .enum(RUN_STATUSES)
    .describe(
      '`unchanged`: what was read is known. `waiting`: for a person, one of a source. `discarded`: by a person, or a later run waits in its place.',
    ),
  is_dry_run: z.boolean(),
  started_at: InstantSchema,
  finished_at: InstantSchema.nullable(),
  counts: z
    .record(z.string(), z.int())
    .nullable()
    .describe('`total`, `created`, `updated`, `unchanged`, `failed`, `absent` and others.'),
  error: z.string().nullable(),
  applied_by: z
    .string()
    .nullable()
    .describe('The key of the person who applied it; `null` if it applied itself.'),
};

export const SourceRunSchema = z.object(runFields).meta({ id: 'SourceRun' });

const KeySchema = z.string().describe('The same at each reading; `only` takes it.');

const RowSchema = z
  .object({
    key: KeySchema,
    id: IdSchema.nullable().describe(
      'The agenda item, or of a calendar the event, or the registration; `null` for what is new.',
    ),
    result: z.enum(['created', 'updated', 'absent', 'cancelled', 'withdrawn', 'to_withdraw']),
    title: z.string().nullable().describe('`null` for guests, of whom a report names nobody.'),
    starts_at: InstantSchema.nullable(),
    changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  })
  .meta({ id: 'SourceRow' });

const RemarksSchema = z.array(z.object({ message: z.string(), ...reasonFields }));

const ReportSchema = z
  .object({
    rows: z.array(RowSchema),
    refused: z.array(z.object({ row: z.int(), error: z.string() })),
    warnings: RemarksSchema,
    brakes: RemarksSchema.describe('Why it waits for a person, whatever `publish` says.'),
    edited: z
      .array(
        z.object({
          key: KeySchema,
          agenda_item_id: IdSchema.nullable(),
          title: z.string(),
          fields: z.array(z.string()),
        }),
      )
      .describe('Fields that stay as they were edited; `POST …/follow` gives them back.'),
    would_notify: z.int().describe('The users whom it notified, or would notify.'),
    more: z
      .object({ rows: z.int(), refused: z.int(), warnings: z.int(), edited: z.int() })
      .describe('How many of each list are left out, because a report has at most 256 kB.'),
  })
  .meta({ id: 'SourceReport' });

export const ReportedRunSchema = z
  .object({ ...runFields, report: ReportSchema.nullable() })
  .meta({ id: 'ReportedSourceRun' });

export const RunsParamsSchema = z.object({ conference_id: PathIdSchema, source_id: PathIdSchema });
export const RunParamsSchema = RunsParamsSchema.extend({ id: PathIdSchema });

export const RunPositionSchema = IdSchema;

export const RunRequestSchema = z
  .object({
    dry_run: z.boolean().default(false).describe('Whether it waits whatever `publish` says.'),
  })
  .meta({ id: 'SourceRunRequest', examples: [{ dry_run: true }] });

export const ApplyRequestSchema = z
  .object({
    notify: z.boolean().default(true).describe('Whether people are notified of the changes.'),
    only: z
      .array(z.string().min(1).max(1_500))
      .min(1, 'expected at least one')
      .max(MAX_ROWS, `expected at most ${MAX_ROWS}`)
      .optional()
      .describe('The keys of the only rows that are applied; absent ones are those to cancel.'),
  })
  .meta({ id: 'SourceApplyRequest', examples: [{ notify: true }] });

const ids = z
  .array(IdSchema)
  .min(1, 'expected at least one')
  .max(500, 'expected at most 500')
  .refine(...once('id'));

export const FollowRequestSchema = z
  .object({ agenda_item_ids: ids })
  .meta({ id: 'SourceFollowRequest' });
export const FollowedSchema = z
  .object({ agenda_item_ids: z.array(IdSchema) })
  .meta({ id: 'SourceFollowed' });

export const WithdrawRequestSchema = z
  .object({ registration_ids: ids })
  .meta({ id: 'SourceWithdrawRequest' });
export const WithdrawnSchema = resultsOf('WithdrawnRegistration', z.literal('withdrawn')).meta({
  id: 'SourceWithdrawn',
});
