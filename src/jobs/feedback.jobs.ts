import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

export const askForRatings = job({
  name: 'ask-for-ratings',
  summary:
    'Asks people who are checked in to rate the sessions of a day, 15 minutes after its last one: once a day, and only those who rated fewer than half of what they keep or attend.',
  payload: z.null(),
  schedule: '*/5 * * * *',
  retry: false,
  concurrency: 'singleton',
  run: ({ ratingRequests }: Pick<JobDeps, 'ratingRequests'>) => ratingRequests.run(),
});
