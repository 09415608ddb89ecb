import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.null();

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** No data: the run reads the users that are queued. */
    'enrich-users': z.infer<typeof payload>;
  }
}

export const enrichUsers = job({
  name: 'enrich-users',
  summary:
    'Enriches the queued users, with an outside provider at most `ENRICHMENT_RATE` per minute.',
  payload,
  // Retries what became due after the last run, and takes over the users of a worker that died.
  schedule: '* * * * *',
  retry: true,
  // One run enriches all queued users, however many jobs were enqueued.
  concurrency: 'merged',
  run: ({ enrichmentRuns }: Pick<JobDeps, 'enrichmentRuns'>, _payload, signal) =>
    enrichmentRuns.run(signal),
});
