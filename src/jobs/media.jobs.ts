import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** No data: the run reads the media that are marked for deletion. */
    'delete-media': null;
  }
}

export const deleteMedia = job({
  name: 'delete-media',
  summary: 'Deletes the files, then the rows, of images and videos that are marked for deletion.',
  payload: z.null(),
  // Finishes deletions after a crash, or after a store was down.
  schedule: '*/5 * * * *',
  retry: true,
  concurrency: 'merged',
  run: ({ mediaFiles }: Pick<JobDeps, 'mediaFiles'>, _payload, signal) =>
    mediaFiles.deleteMarked(signal),
});

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
