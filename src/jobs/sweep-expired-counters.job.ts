import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

export const sweepExpiredCounters = job({
  name: 'sweep-expired-counters',
  summary: 'Deletes rate-limit counters and connection request times whose window has passed.',
  payload: z.null(),
  // A rate-limit window lasts one minute.
  schedule: '* * * * *',
  retry: false,
  concurrency: 'singleton',
  async run({ store }: Pick<JobDeps, 'store'>) {
    const counters = await store.rateLimitCounters.deleteExpired();
    return { swept: counters + (await store.connections.deleteOldRequestTimes()) };
  },
});
