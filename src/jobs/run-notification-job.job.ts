import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.strictObject({ job_id: z.int().positive() }).nullable();

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    'run-notification-job': z.infer<typeof payload>;
  }
}

export const runNotificationJob = job({
  name: 'run-notification-job',
  summary: 'Creates the recipients and notifications of a broadcast that is due.',
  payload,
  // Runs due broadcasts whose own job was lost.
  schedule: '* * * * *',
  retry: true,
  concurrency: 'each',
  async run({ broadcastFanout }: Pick<JobDeps, 'broadcastFanout'>, data, signal) {
    if (data === null) await broadcastFanout.runOverdue(signal);
    else await broadcastFanout.run(data.job_id, signal);
    return { job_id: data?.job_id };
  },
});
