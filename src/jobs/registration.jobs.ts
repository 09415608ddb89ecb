import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

export const endSeatRequests = job({
  name: 'end-seat-requests',
  summary:
    'Rejects requests for seats at what is over, cancelled or archived, without a message. Its log line has their number.',
  payload: z.null(),
  schedule: '13 * * * *',
  retry: false,
  concurrency: 'singleton',
  run({ adminSeatRequests }: Pick<JobDeps, 'adminSeatRequests'>, _payload, signal) {
    return adminSeatRequests.endOutdated(signal);
  },
});

export const freeGuestSeats = job({
  name: 'free-guest-seats',
  summary:
    'Gives the seats of guests who have not claimed them in time to the queue, and notifies who brought them. Its log line has their number.',
  payload: z.null(),
  schedule: '17 * * * *',
  retry: false,
  concurrency: 'singleton',
  run({ ownGuests }: Pick<JobDeps, 'ownGuests'>, _payload, signal) {
    return ownGuests.freeSeats(signal);
  },
});

export const returnTransfers = job({
  name: 'return-transfers',
  summary:
    'Gives registrations back that nobody has claimed when their conference starts, and notifies their givers. Its log line has their number.',
  payload: z.null(),
  schedule: '*/15 * * * *',
  retry: false,
  concurrency: 'singleton',
  run({ transfers }: Pick<JobDeps, 'transfers'>, _payload, signal) {
    return transfers.returnUnclaimed(signal);
  },
});
