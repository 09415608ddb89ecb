import type { Store } from '../repositories/store.ts';

/** Throws away what was counted for a limit whose window has passed. */
export const sweepExpiredCounters = {
  name: 'sweep-expired-counters',
  /** Every minute: as long as a window lasts. */
  cron: '* * * * *',
  async run(store: Store): Promise<{ swept: number }> {
    const counters = await store.rateLimitCounters.deleteExpired();
    return { swept: counters + (await store.connections.deleteOldRequestTimes()) };
  },
} as const;
