import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.null();

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** Without data: the deliveries themselves tell which messages are due. */
    'send-messages': z.infer<typeof payload>;
  }
}

export const sendMessages = job({
  name: 'send-messages',
  summary: 'Sends the messenger messages that are due, at most `MESSENGER_RATE` a second.',
  payload,
  // Finds messages that wait longer than one run lasts: quiet hours, a pause.
  schedule: '* * * * *',
  retry: true,
  // One run in a process sends for every job that asked for one.
  concurrency: 'merged',
  run: ({ deliveries }: Pick<JobDeps, 'deliveries'>, _payload, signal) => deliveries.run(signal),
});
