import { z } from 'zod';
import { JOB_LISTS, JOB_STATES } from '../../../domain/operations/queued-jobs.ts';
import { InstantSchema } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';

const JobIdSchema = z.uuid('expected the id of a job');

export const JobParamsSchema = z.object({ id: JobIdSchema });

export const JobsQuerySchema = CursorQuerySchema.extend({
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
  .meta({
    id: 'QueuedJob',
    examples: [
      {
        id: '5f0c2b8e-3d1a-4c57-9a51-7b2f6a0d9e44',
        name: 'send-messages',
        state: 'failed',
        created_at: '2026-05-14T08:59:00.000Z',
        due_at: '2026-05-14T08:59:00.000Z',
        started_at: null,
        retries: 10,
        error: 'job heartbeat timeout',
      },
    ],
  });
