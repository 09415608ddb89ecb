import { z } from 'zod';
import { DECISIONS, SUBMISSION_SOURCES } from '../../../domain/quests/admin-submissions.ts';
import { SUBMISSION_STATUSES } from '../../../domain/quests/submissions.ts';
import { TASK_TYPES } from '../../../domain/quests/task-types/task-type.ts';
import { IdSchema, InstantSchema, lines, PathIdSchema } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { QuestPersonSchema } from './participations.schemas.ts';

export const PendingParamsSchema = z.object({ quest_id: PathIdSchema });
export const ReviewParamsSchema = z.object({ user_quest_task_id: PathIdSchema });

const SORTS = { submitted_at: 'instant' } as const;

export const PendingQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, 'submitted_at'),
  task_id: PathIdSchema.optional(),
  source: z
    .enum(SUBMISSION_SOURCES)
    .optional()
    .describe('`public`: by an unsigned call, which proves nothing about the user.'),
});

export const pendingPosition = ({ sort }: z.output<typeof PendingQuerySchema>) =>
  sortPosition(SORTS, sort);

export const ReviewedTaskSchema = z
  .object({
    user_quest_task_id: IdSchema,
    quest_id: IdSchema,
    user: QuestPersonSchema,
    task: z.object({
      id: IdSchema,
      title: z.string(),
      type: z.enum(TASK_TYPES),
      points: z.int(),
    }),
    status: z.enum(SUBMISSION_STATUSES),
    source: z.enum(SUBMISSION_SOURCES),
    text: z.string().nullable().describe('Plain text: never show it as HTML or Markdown.'),
    media_id: IdSchema.nullable().describe('Opened by `GET /admin/media/:id/url`.'),
    option_ids: z.array(z.string()).nullable(),
    submissions: z.int().describe('The number of times that the user sent it.'),
    rejections: z.int().describe('The number of earlier rejections.'),
    submitted_at: InstantSchema,
    decided_at: InstantSchema.nullable(),
    reason: z.string().nullable().describe('The reason of the rejection.'),
  })
  .meta({ id: 'ReviewedTask' });

const REVIEW_SORTS = { status_since: 'instant' } as const;

export const ReviewQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(
    REVIEW_SORTS,
    'status_since',
    'By default, the submission that has waited longest comes first.',
  ),
  status: z
    .enum(SUBMISSION_STATUSES)
    .optional()
    .describe('`pending` by default; with `reviewer`, `approved` and `rejected`.'),
  conference_id: PathIdSchema.optional(),
  quest_id: PathIdSchema.optional(),
  task_id: PathIdSchema.optional(),
  reviewer: PathIdSchema.optional().describe('The id of the administrator who decided.'),
});

export const reviewPosition = ({ sort }: z.output<typeof ReviewQuerySchema>) =>
  sortPosition(REVIEW_SORTS, sort);

const ReviewerSchema = z
  .object({
    administrator: z
      .object({ id: IdSchema, name: z.string() })
      .nullable()
      .describe('null for a key of a machine or of the settings.'),
    key: z
      .string()
      .nullable()
      .describe('The id of the key, never the key itself; null for an operator at a console.'),
  })
  .meta({ id: 'Reviewer' });

const ProofSchema = z
  .object({
    url: z.string().describe('Anyone who has the URL can open the file until it expires.'),
    thumb_url: z
      .string()
      .describe('A WebP copy of at most 320 pixels by its longest side; expires as `url` does.'),
    expires_at: InstantSchema.nullable().describe('10 minutes from now.'),
    width: z.int().nullable(),
    height: z.int().nullable(),
  })
  .meta({ id: 'ProofMedia' });

export const ReviewSchema = ReviewedTaskSchema.extend({
  quest: z.object({ id: IdSchema, title: z.string(), conference_id: IdSchema.nullable() }),
  status_since: InstantSchema.describe('`decided_at`, or `submitted_at` while it is pending.'),
  reviewer: ReviewerSchema.nullable().describe('Who decided; null while it is pending.'),
  media: ProofSchema.nullable().describe('The image of the proof.'),
}).meta({ id: 'QuestSubmissionReview' });

const reason = lines(500).nullish().describe('Sent to the user.');

export const TaskRejectionSchema = z
  .object({ reason })
  .meta({ id: 'TaskRejection', examples: [{ reason: 'The pier is not in the picture.' }] });

export const TaskReopeningSchema = z
  .object({
    reason: lines(500).describe('A reason for the ledger of points, which the user can read.'),
  })
  .meta({ id: 'TaskReopening' });

/** At most `max` ids, and one decision on all of them. */
export const bulkDecision = (max: number) => {
  const limits = `expected 1 to ${max.toLocaleString('en')} ids`;
  return z.object({
    ids: z.array(IdSchema).min(1, limits).max(max, limits),
    decision: z.enum(DECISIONS),
    reason: reason.describe('The reason of a rejection; sent to the users.'),
  });
};

export const BulkReviewSchema = bulkDecision(500).meta({
  id: 'BulkReview',
  description: '`ids` are those of `user_quest_task_id`.',
});

const DecidedSchema = z
  .object({
    id: IdSchema,
    status: z.enum(['approved', 'rejected']).optional(),
    error: z.string().optional().describe('The reason why the item was refused.'),
    code: z.string().optional().describe('The code of the error.'),
  })
  .meta({ id: 'BulkDecisionResult' });

export const BulkDecidedSchema = z
  .object({ results: z.array(DecidedSchema).describe('In the order of `ids`.') })
  .meta({ id: 'BulkDecided' });
