import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const id = z.int().positive();
const payload = z.object({
  quest_id: id,
  task_id: id.nullable(),
  user_id: id.nullable(),
  text: z.string().nullable(),
  sent_at: z.string(),
});

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** Without the code, which was compared before. */
    'apply-quest-call': z.infer<typeof payload>;
  }
}

export const applyQuestCall = job({
  name: 'apply-quest-call',
  summary:
    'Joins a quest, or completes a task, for the person whom an unsigned call of the public quest API named. The call was answered before, so its answer and its duration reveal nothing of the person.',
  payload,
  retry: true,
  concurrency: 'each',
  async run({ unsignedCalls }: Pick<JobDeps, 'unsignedCalls'>, effect) {
    return { applied: await unsignedCalls.apply(effect) };
  },
});
