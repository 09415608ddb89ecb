import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.null();

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** No data: the run reads the media that are marked for deletion. */
    'delete-media': z.infer<typeof payload>;
  }
}

export const deleteMedia = job({
  name: 'delete-media',
  summary: 'Deletes the files, then the rows, of images and videos that are marked for deletion.',
  payload,
  // Finishes deletions after a crash, or after a store was down.
  schedule: '*/5 * * * *',
  retry: true,
  concurrency: 'merged',
  run: ({ mediaFiles }: Pick<JobDeps, 'mediaFiles'>, _payload, signal) =>
    mediaFiles.deleteMarked(signal),
});
