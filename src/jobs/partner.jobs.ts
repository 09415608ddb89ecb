import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** No data: the run reads the due mints from their rows. */
    'run-partner-mints': null;
  }
}

export const runPartnerMints = job({
  name: 'run-partner-mints',
  summary: 'Requests the mints of users from the partner, and asks it until it has decided.',
  payload: z.null(),
  // Asks about mints that became due after the last run, and about mints whose job was lost.
  schedule: '* * * * *',
  retry: true,
  // One run works on all due mints, however many jobs were enqueued.
  concurrency: 'merged',
  run: ({ partnerMintRuns }: Pick<JobDeps, 'partnerMintRuns'>, _payload, signal) =>
    partnerMintRuns.run(signal),
});
