import { z } from 'zod';
import { ENRICHMENT_JOB_STATUSES } from '../../../domain/networking/enrichment-jobs.ts';
import {
  ENRICHMENT_ERRORS,
  ENRICHMENT_PROVIDERS,
  ENRICHMENT_STATUSES,
} from '../../../domain/networking/enrichments.ts';
import { IdSchema, InstantSchema, PathIdSchema } from '../common.ts';
import { AudienceFiltersSchema } from '../messaging/audiences.schemas.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { refuse } from '../reasons.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';

/** A bound for the length of one statement; `filter` and `all` have none. */
const MAX_IDS = 1_000;

export const EnrichmentParamsSchema = z.object({ user_id: PathIdSchema });

export const EnrichmentSchema = z
  .object({
    user_id: IdSchema,
    status: z
      .enum(ENRICHMENT_STATUSES)
      .describe('The status of the latest generation. The content is from the last success.'),
    provider: z
      .enum(ENRICHMENT_PROVIDERS)
      .describe('`local`: made inside this service. `chat`: made by an outside provider.'),
    headline: z.string().nullable(),
    summary: z.string().nullable(),
    tags: z.array(z.string()),
    interests: z.array(z.string()),
    generated_at: InstantSchema.nullable(),
    synced_at: InstantSchema.nullable().describe('null: recommendations do not use the tags.'),
    error: z
      .enum(ENRICHMENT_ERRORS)
      .nullable()
      .describe('Why the latest generation failed. null unless `status` is `failed`.'),
  })
  .meta({ id: 'Enrichment' });

const force = z
  .boolean()
  .default(false)
  .describe('Also enriches profiles that have not changed since their last enrichment.');

export const EnrichmentRequestSchema = z
  .object({ force })
  .default({ force: false })
  .meta({ id: 'EnrichmentRequest' });

/** Strict, like the filters of broadcasts: a typo must never send all profiles. */
export const EnrichmentsRequestSchema = z
  .strictObject(
    {
      user_ids: z
        .array(IdSchema)
        .min(1, 'expected at least one')
        .max(MAX_IDS, `expected at most ${MAX_IDS}`)
        .optional(),
      filter: AudienceFiltersSchema.optional(),
      all: z.literal(true, 'expected true').optional(),
      force,
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
          : undefined,
    },
  )
  .transform(({ user_ids, filter, all, force }, context) => {
    const selections = [user_ids && { user_ids }, filter && { filter }, all && { all }].filter(
      (one) => one !== undefined,
    );
    const [selection] = selections;
    if (selection && selections.length === 1) return { selection, force };
    const message = 'expected exactly one of `user_ids`, `filter` and `all`';
    return refuse(context, [], message, 'one_required', { fields: ['user_ids', 'filter', 'all'] });
  })
  .meta({
    id: 'EnrichmentsRequest',
    description: 'Exactly one of `user_ids`, `filter` and `all`.',
    examples: [{ user_ids: [42, 43] }, { filter: { conference_ids: [7] }, force: true }],
  });

export const EnrichmentJobReceiptSchema = z
  .object({
    job_id: IdSchema,
    queued: z.int(),
    skipped: z
      .int()
      .describe('Unknown or hidden users, users without consent, and unchanged profiles.'),
  })
  .meta({ id: 'EnrichmentJobReceipt' });

export const EnrichmentJobSchema = z
  .object({
    id: IdSchema,
    status: z.enum(ENRICHMENT_JOB_STATUSES),
    force: z.boolean(),
    queued: z.int().describe('Users without a result yet.'),
    ready: z.int(),
    failed: z.int(),
    skipped: z.int().describe('Includes those that were skipped when the job was created.'),
    created_at: InstantSchema,
    finished_at: InstantSchema.nullable(),
  })
  .meta({ id: 'EnrichmentJob' });

const JOB_SORTS = { id: 'number' } as const;

export const EnrichmentJobsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(JOB_SORTS, '-id'),
  status: z.enum(ENRICHMENT_JOB_STATUSES).optional(),
  user_id: PathIdSchema.optional().describe('Only jobs that queued this user.'),
});

export const enrichmentJobsPosition = ({ sort }: z.output<typeof EnrichmentJobsQuerySchema>) =>
  sortPosition(JOB_SORTS, sort);

export const EnrichmentDeletedSchema = z
  .object({ deleted: z.literal(true) })
  .meta({ id: 'EnrichmentDeleted' });
