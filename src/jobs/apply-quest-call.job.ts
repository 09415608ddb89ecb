import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const id = z.int().positive();

/**
 * The queue of the version that kept the call in the payload. It is not the queue of
 * `apply-unsigned-call`, because processes of that version run beside this one during an upgrade:
 * they still enqueue here, and their workers know no other payload.
 */
export const applyQuestCall = job({
  name: 'apply-quest-call',
  summary:
    'Does the work of `apply-unsigned-call` for calls that the previous version enqueued, whose payload is the call.',
  payload: z.object({
    quest_id: id,
    task_id: id.nullable(),
    user_id: id.nullable(),
    text: z.string().nullable(),
    sent_at: z.string(),
  }),
  retry: true,
  concurrency: 'each',
  async run({ unsignedCalls }: Pick<JobDeps, 'unsignedCalls'>, call) {
    return { applied: await unsignedCalls.apply(call) };
  },
});
