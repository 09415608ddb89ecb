import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

export const deleteOldGuests = job({
  name: 'delete-old-guests',
  summary:
    'Deletes the names, companies and job titles of guests who never opened the app, 90 days after their conference (`GUEST_RETENTION_DAYS`), kept e-mail addresses and sensitive answers after 30 days, and questions of sessions after 90.',
  payload: z.null(),
  schedule: '23 4 * * *',
  retry: false,
  concurrency: 'singleton',
  run({ guestRetention }: Pick<JobDeps, 'guestRetention'>, _payload, signal) {
    return guestRetention.run(signal);
  },
});

export const recountConferencePeople = job({
  name: 'recount-conference-people',
  summary:
    'Compares the people of each conference with the seats at it and at its events, and corrects differences. Its log line has the number of corrected rows, which must be 0.',
  payload: z.null(),
  schedule: '41 3 * * *',
  retry: false,
  concurrency: 'singleton',
  async run({ store }: Pick<JobDeps, 'store'>, _payload, signal) {
    let corrected = 0;
    for (const batch of await store.conferencePeople.listBatches()) {
      signal.throwIfAborted();
      corrected += await store.conferencePeople.updateCounts(batch);
    }
    return { corrected };
  },
});
