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
  readonly find: (tx: Tx) => Promise<Versioned | undefined>;
  readonly work: (tx: Tx) => Promise<T>;
}

/**
 * Runs `work` in a transaction. A dry run is rolled back. Its answer has the
 * version that the row has before `work`: sent as `If-Match`, a version that was never stored could
 * pass over the edit of another organizer.
 */
export async function change<T extends Versioned>(
  store: Store,
  { dry_run, find, work }: Change<T>,
): Promise<Changed<T>> {
  if (!dry_run) return store.transaction(work);
  const { answer, before, would_notify } = await tried(store, async (tx) => {
    const before = await find(tx);
    return { before, answer: await work(tx) };
  });
  return { ...answer, version: before?.version ?? answer.version, would_notify };
}

/** Runs `work`, counts the users whom it notifies, and rolls back. */
export const tried = <T extends object>(
  store: Store,
  work: (tx: Tx) => Promise<T>,
): Promise<T & { readonly would_notify: number }> =>
  store.dryRun((tx) => counted(tx, () => work(tx)));

/** Runs `work`, and counts the users whom it notifies. */
export async function counted<T extends object>(
  tx: Tx,
  work: () => Promise<T>,
): Promise<T & { readonly would_notify: number }> {
  const newestId = await tx.read.notifiedUsers.findNewestId();
  const answer = await work();
  return { ...answer, would_notify: await tx.read.notifiedUsers.count(newestId) };
}
