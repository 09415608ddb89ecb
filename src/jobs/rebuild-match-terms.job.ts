import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

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
