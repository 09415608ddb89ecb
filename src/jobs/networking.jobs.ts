import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** No data: the run reads the users that are queued. */
    'enrich-users': null;
  }
}

export const enrichUsers = job({
  name: 'enrich-users',
  summary:
    'Enriches the queued users, with an outside provider at most `ENRICHMENT_RATE` per minute.',
  payload: z.null(),
  // Retries what became due after the last run, and takes over the users of a worker that died.
  schedule: '* * * * *',
  retry: true,
  // One run enriches all queued users, however many jobs were enqueued.
  concurrency: 'merged',
  run: ({ enrichmentRuns }: Pick<JobDeps, 'enrichmentRuns'>, _payload, signal) =>
    enrichmentRuns.run(signal),
});

export const rebuildMatchTerms = job({
  name: 'rebuild-match-terms',
  summary:
    'Fills in the terms by which users from before the recommendations are matched, and counts how many users have each term.',
  payload: z.null(),
  schedule: '7 * * * *',
  retry: false,
  concurrency: 'singleton',
  run: ({ matchTerms }: Pick<JobDeps, 'matchTerms'>, _payload, signal) =>
    matchTerms.rebuild(signal),
});

export const refreshRankings = job({
  name: 'refresh-rankings',
  summary:
    'Makes recommendations again that were read an hour after they were made, for 20 s at most, and deletes those of the day before.',
  payload: z.null(),
  schedule: '* * * * *',
  retry: false,
  concurrency: 'singleton',
  run: ({ recommendations }: Pick<JobDeps, 'recommendations'>, _payload, signal) =>
    recommendations.refresh(signal),
});

export const deleteOldReports = job({
  name: 'delete-old-reports',
  summary: 'Deletes reports of users a year after their resolution.',
  payload: z.null(),
  schedule: '29 4 * * *',
  retry: false,
  concurrency: 'singleton',
  async run({ userReports }: Pick<JobDeps, 'userReports'>) {
    return { deleted: await userReports.deleteOld() };
  },
});
