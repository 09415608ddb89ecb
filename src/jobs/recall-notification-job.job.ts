import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.strictObject({ job_id: z.int().positive() });

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    'recall-notification-job': z.infer<typeof payload>;
  }
}

export const recallNotificationJob = job({
  name: 'recall-notification-job',
  summary: 'Takes the notifications of a recalled broadcast out of the inboxes, 5,000 at a time.',
  payload,
  retry: true,
  concurrency: 'each',
  async run({ broadcastFanout }: Pick<JobDeps, 'broadcastFanout'>, { job_id }, signal) {
    await broadcastFanout.recall(job_id, signal);
    return { job_id };
  },
});
