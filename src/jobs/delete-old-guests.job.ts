import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

export const deleteOldGuests = job({
  name: 'delete-old-guests',
  summary:
    'Deletes the names, companies and job titles of guests who never opened the app, 90 days after their conference (`GUEST_RETENTION_DAYS`), and kept e-mail addresses after 30 days.',
  payload: z.null(),
  schedule: '23 4 * * *',
  retry: false,
  concurrency: 'singleton',
  run({ guestRetention }: Pick<JobDeps, 'guestRetention'>, _payload, signal) {
    return guestRetention.run(signal);
  },
});
