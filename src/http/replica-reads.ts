import type { AnyEndpoint, SignedIn } from './endpoint.ts';

/** Where reads that may lag go. */
export interface ReplicaReads {
  /** Runs `work`, which only reads, on a replica that has all that the reader must see, or on the primary. */
  read<T>(reader: SignedIn['user'] | undefined, work: () => Promise<T>): Promise<T>;
  /** From now on, these users see everything that is committed. */
  pinToPrimary(userIds: readonly number[]): void;
}

/**
 * Runs the handler of an endpoint, on a replica if it may lag. Any other endpoint may write, but for
 * those whose answers are cached: after it, also after its failure, its caller sees what is committed.
 */
export async function runHandler<T>(
  { allowReplica, cachedUntil }: AnyEndpoint,
  { caller, lagging }: { caller: Partial<SignedIn> | undefined; lagging: ReplicaReads | undefined },
  handle: () => Promise<T>,
): Promise<T> {
  if (!lagging) return handle();
  const user = caller?.user;
  if (allowReplica) return lagging.read(user, handle);
  try {
    return await handle();
  } finally {
    if (user && !cachedUntil) lagging.pinToPrimary([user.id]);
  }
}
