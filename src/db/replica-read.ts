import { AsyncLocalStorage } from 'node:async_hooks';

/** A read of a replica, in the asynchronous context of its work. */
export interface ReplicaRead {
  /** Every change before this time is on the replica. */
  readonly as_of: string;
}

const running = new AsyncLocalStorage<ReplicaRead>();

/** Runs `work`, all statements of which go to the replica. */
export const runReplicaRead = <T>(read: ReplicaRead, work: () => Promise<T>): Promise<T> =>
  running.run(read, work);

/** Undefined where statements go to the primary. */
export const replicaRead = (): ReplicaRead | undefined => running.getStore();
