import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.null();

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** No data: the run reads the due messages from the deliveries. */
    'send-messages': z.infer<typeof payload>;
  }
}

export const sendMessages = job({
  name: 'send-messages',
  summary: 'Sends the due messenger messages, at most `MESSENGER_RATE` per second.',
  payload,
  // Sends messages that became due after the last run: at the end of quiet hours or of a pause.
  schedule: '* * * * *',
  retry: true,
  // One run sends all due messages, however many jobs were enqueued.
  concurrency: 'merged',
  isWokenByMessages: true,
  run: ({ deliveries }: Pick<JobDeps, 'deliveries'>, _payload, signal) => deliveries.run(signal),
});
