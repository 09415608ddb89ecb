import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

export const sweepMedia = job({
  name: 'sweep-media',
  summary:
    'Deletes interrupted uploads after an hour, files without a row after a day, and proofs that no submission shows after 7 days.',
  payload: z.null(),
  schedule: '17 * * * *',
  retry: false,
  concurrency: 'singleton',
  run: ({ mediaFiles }: Pick<JobDeps, 'mediaFiles'>, _payload, signal) => mediaFiles.sweep(signal),
});
