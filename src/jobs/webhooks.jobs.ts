import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** No data: the run reads the outbox and the due deliveries. */
    'send-webhooks': null;
  }
}

type Needs = Pick<JobDeps, 'webhookSending'>;

export const sendWebhooks = job({
  name: 'send-webhooks',
  summary:
    'Makes messages of what changed, at most one a second for each kind and conference up to 100 changes, and sends the due ones to endpoints of webhooks. Deletes messages after 7 days.',
  payload: z.null(),
  // Repeats calls that became due after the last run, and switches off what has failed for a day.
  schedule: '* * * * *',
  retry: true,
  concurrency: 'merged',
  isDue: ({ webhookSending }: Needs) => webhookSending.isDue(),
  run: ({ webhookSending }: Needs, _payload, signal) => webhookSending.run(signal),
});
