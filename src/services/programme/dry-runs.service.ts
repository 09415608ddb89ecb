import type { AttendableKey } from '../../domain/attendance/attendables.ts';
import type { Versioned } from '../../domain/versions.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** Whether a change is only tried. */
export interface DryRun {
  readonly dry_run?: boolean | undefined;
}

/** The answer to a change. */
export type Changed<T> = T & {
  /** The number of users whom the change would notify; only of a dry run. */
  readonly would_notify?: number;
};

interface Change<T> extends DryRun {
  readonly on: readonly AttendableKey[];
  readonly find: (tx: Tx) => Promise<Versioned | undefined>;
  readonly work: (tx: Tx) => Promise<T>;
}

/**
 * Runs `work` in a transaction on these attendables. A dry run is rolled back. Its answer has the
 * version that the row has before `work`: sent as `If-Match`, a version that was never stored could
 * pass over the edit of another organizer.
 */
export async function change<T extends Versioned>(
  store: Store,
  { on, dry_run, find, work }: Change<T>,
): Promise<Changed<T>> {
  if (!dry_run) return store.transactionOn(on, work);
  const { answer, before, would_notify } = await tried(store, on, async (tx) => {
    const before = await find(tx);
    return { before, answer: await work(tx) };
  });
  return { ...answer, version: before?.version ?? answer.version, would_notify };
}

/** Runs `work`, counts the users whom it notifies, and rolls back. */
export const tried = <T extends object>(
  store: Store,
  on: readonly AttendableKey[],
  work: (tx: Tx) => Promise<T>,
): Promise<T & { readonly would_notify: number }> =>
  store.dryRunOn(on, async (tx) => {
    const newestId = await tx.read.notifiedUsers.findNewestId();
    const answer = await work(tx);
    return { ...answer, would_notify: await tx.read.notifiedUsers.count(newestId) };
  });
