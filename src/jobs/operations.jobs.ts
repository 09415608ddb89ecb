import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

/** Without a limit, one user could fill the table. */
const MAX_KEYS_PER_USER = 100;

export const sweepExpiredCounters = job({
  name: 'sweep-expired-counters',
  summary:
    'Deletes expired rate-limit counters, connection request times, hashes of repeated feedback, answers to signed calls, unsigned calls without a job, updates of the messenger after 48 hours, messages in chats after 90 days, chats in which the bot waits for nothing, idempotency keys, ended sessions of administrators, enrichment jobs after 30 days, runs of sources after 90 days, which sessions users were reminded of, and all but the newest 100 keys of each user.',
  payload: z.null(),
  // Most rate-limit windows last one minute.
  schedule: '* * * * *',
  retry: false,
  concurrency: 'singleton',
  async run({ store }: Pick<JobDeps, 'store'>) {
    const swept = [
      await store.rateLimitCounters.deleteExpired(),
      await store.connections.deleteOldRequestTimes(),
      await store.feedback.deleteOldRepeatHashes(),
      await store.signedCalls.deleteExpired(),
      await store.unsignedCalls.deleteOld(),
      await store.messengerUpdates.deleteOld(),
      await store.messengerChats.deleteFree(),
      await store.botMessages.deleteOld(),
      await store.enrichmentJobs.deleteOld(),
      await store.sourceRuns.deleteOld(),
      await store.sessionReminders.deleteOld(),
      await store.adminSessions.deleteOver(),
      await store.adminSignInCodes.deleteExpired(),
      await store.idempotencyKeys.deleteExpired(),
      await store.idempotencyKeys.deleteExcess(MAX_KEYS_PER_USER),
    ];
    return { swept: swept.reduce((sum, count) => sum + count) };
  },
});

export const reportOwnerKeys = job({
  name: 'report-owner-keys',
  summary: 'Logs a warning while the last owner key ends within 30 days.',
  payload: z.null(),
  schedule: '0 6 * * *',
  retry: false,
  concurrency: 'singleton',
  run: ({ ownerKeys }: Pick<JobDeps, 'ownerKeys'>) => ownerKeys.report(),
});
