import { z } from 'zod';
import { JOB_LISTS, JOB_STATES } from '../../../domain/operations/queued-jobs.ts';
import { PAUSE_SCOPES, type Sending } from '../../../domain/operations/sending.ts';
import { InstantInputSchema, InstantSchema, text } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';

const JobIdSchema = z.uuid('expected the id of a job');

export const JobParamsSchema = z.object({ id: JobIdSchema });

export const BroadcastsQuerySchema = CursorQuerySchema.extend({
  state: z
    .enum(JOB_LISTS)
    .default('failed')
    .describe('`late`: waiting, although due for more than a minute.'),
});

export const JobPositionSchema = z.tuple([InstantSchema, JobIdSchema]);

export const QueuedJobSchema = z
  .object({
    id: JobIdSchema,
    name: z.string().describe('As in docs/jobs.md.'),
    state: z.enum(JOB_STATES),
    created_at: InstantSchema,
    due_at: InstantSchema.describe('When it may run, or might have run.'),
    started_at: InstantSchema.nullable().describe('Of the last run.'),
    retries: z.int(),
    error: z
      .string()
      .nullable()
      .describe(
        'Why the queue gave up on the run, such as a worker that died. The error of a failed run is in the log only, as it can hold personal data.',
      ),
  })
  .meta({ id: 'QueuedJob' });

const ScopeSchema = z
  .enum(PAUSE_SCOPES)
  .describe('`broadcasts` holds back messages of broadcasts and reminders only.');

export const SendingRequestSchema = z
  .object({
    paused: z.boolean(),
    until: InstantInputSchema.nullable()
      .default(null)
      .describe('Resumes by itself then. Without it, until it is resumed.'),
    scope: ScopeSchema.default('all'),
    reason: text(200).nullable().default(null).describe('Shown to other operators.'),
  })
  .meta({
    id: 'SendingRequest',
    examples: [{ paused: true, scope: 'broadcasts', reason: 'The room of the keynote changes' }],
  });

export const SendingSchema = z
  .object({
    paused: z.boolean(),
    paused_at: InstantSchema.nullable(),
    until: InstantSchema.nullable(),
    scope: ScopeSchema.nullable().describe('Null while nothing is paused.'),
    reason: z.string().nullable(),
    wait_ms: z.number().describe('For how long the messenger itself wants no messages.'),
    due: z.int().describe('Messages that could be sent now.'),
    later: z.int(),
    outdated_reminders: z
      .int()
      .describe(
        'Reminders of sessions that were skipped in the last 24 hours: their turn came after the start.',
      ),
    running_jobs: z.int().describe('Broadcasts and reminders that are being sent.'),
    scheduled_jobs: z.int(),
  })
  .meta({ id: 'Sending' });

export const sendingReply = (sending: Sending) => ({
  ...sending,
  paused: sending.paused_at !== null,
});
