import type { Store } from '../db/store.ts';

/** Throws away counters of rate limits whose window has passed. */
export const sweepExpiredCounters = {
  name: 'sweep-expired-counters',
  /** Every minute: as long as a window lasts. */
  cron: '* * * * *',
  run: (store: Store): Promise<number> => store.rateLimitCounters.deleteExpired(),
} as const;
