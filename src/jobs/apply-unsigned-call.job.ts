import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.strictObject({ call_id: z.int().positive() });

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** The call itself is in `unsigned_calls`, where an erasure deletes it. */
    'apply-unsigned-call': z.infer<typeof payload>;
  }
}

export const applyUnsignedCall = job({
  name: 'apply-unsigned-call',
  summary:
    'Joins a quest, or completes a task, for the person whom an unsigned call of the public quest API named. The call was answered before, so its answer and its duration reveal nothing of the person.',
  payload,
  retry: true,
  concurrency: 'each',
  async run({ unsignedCalls }: Pick<JobDeps, 'unsignedCalls'>, { call_id }) {
    return { applied: await unsignedCalls.applyKept(call_id) };
  },
});
