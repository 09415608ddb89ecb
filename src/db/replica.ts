import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { openDatabase, POOL_LIMITS, type PoolOptions } from './knex.ts';
import { LsnWatermark, type Sample } from './lsn-watermark.ts';
import { isSignOfOutage, isTimeout, isUnavailable } from './pg-errors.ts';
import { runReplicaRead } from './replica-read.ts';

/** An answer is never older than this, nor a replica used that is further behind. */
const MAX_LAG_MS = 1_000;

/** The waits of the connections that watch both servers: a look that takes longer is of no use. */
const LOOK_LIMITS = { acquireMs: 1_000, connectMs: 1_000, statementMs: 1_000 };

/** The user who reads. */
interface Reader {
  readonly id: number;
  readonly updated_at: string;
}

/** Users, or everyone. */
export type Viewers = readonly number[] | 'all';

/** Where reads that may lag went, and for those that went to the primary, why. */
export interface ReplicaReads {
  replica: number;
  /** The replica lacks what the user must see. */
  recent_write: number;
  /** The replica is away, or too far behind. */
  behind: number;
  /** The replica failed, or refused what the primary may not. */
  repeated: number;
}

/**
 * A streaming replica, which answers reads that may lag: never without what their user wrote or was notified
 * of, never older than `MAX_LAG_MS`, and never with an error of its own.
 */
export class Replica {
  /** The pool of the replica. */
  readonly db: Knex;
  readonly #looks: readonly Knex[];
  readonly #progress: LsnWatermark;
  /** When users last had to see everything, oldest first, in milliseconds of `performance.now()`. */
  readonly #due = new Map<number, number>();
  #dueForAll = Number.NEGATIVE_INFINITY;
  readonly reads: ReplicaReads = { replica: 0, recent_write: 0, behind: 0, repeated: 0 };

  constructor({
    url,
    readUrl,
    log,
    ...options
  }: PoolOptions & { url: string; readUrl: string; log: Logger }) {
    const { limits = POOL_LIMITS } = options;
    const look = {
      ...options,
      poolSize: 1,
      pipelinedConnections: 0,
      limits: { ...limits, ...LOOK_LIMITS },
    };
    this.db = openDatabase(readUrl, options);
    const primary = openDatabase(url, look);
    const replica = openDatabase(readUrl, look);
    this.#looks = [primary, replica];
    this.#progress = new LsnWatermark({ primary, replica, log });
  }

  /** For how long the newest sample that the replica has is past, in milliseconds. */
  get lagMs(): number {
    const { replayed } = this.#progress;
    return replayed ? performance.now() - replayed.at : Number.POSITIVE_INFINITY;
  }

  /** From now on, these users see everything that is committed. */
  pinToPrimary(viewers: Viewers): void {
    const now = performance.now();
    if (viewers === 'all') {
      this.#dueForAll = now;
      return;
    }
    for (const id of viewers) {
      this.#due.delete(id);
      this.#due.set(id, now);
    }
    for (const [oldest, at] of this.#due) {
      // Every sample in use is newer.
      if (now - at < MAX_LAG_MS) return;
      this.#due.delete(oldest);
    }
  }

  /** Runs `work`, which only reads, on the replica if the reader may, or else on the primary. */
  async read<T>(reader: Reader | undefined, work: () => Promise<T>): Promise<T> {
    const sample = this.#sampleFor(reader);
    if (!sample) return work();
    try {
      const result = await runReplicaRead(sample, work);
      this.reads.replica += 1;
      return result;
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (isSignOfOutage(error)) this.#progress.forget();
    }
    this.reads.repeated += 1;
    return work();
  }

  async close(): Promise<void> {
    await this.#progress.close();
    await Promise.all([this.db, ...this.#looks].map((db) => db.destroy()));
  }

  #sampleFor(reader: Reader | undefined): Sample | undefined {
    const { replayed } = this.#progress;
    if (!replayed || performance.now() - replayed.at >= MAX_LAG_MS) {
      this.reads.behind += 1;
      return undefined;
    }
    const due = Math.max(this.#dueForAll, (reader && this.#due.get(reader.id)) ?? this.#dueForAll);
    // A change of the user by another process is known by their row, which authentication has read.
    if (due < replayed.at && (!reader || reader.updated_at < replayed.as_of)) return replayed;
    this.reads.recent_write += 1;
    return undefined;
  }
}

/**
 * Whether the primary may answer in another way: also a refusal, since what was not found may be new. A
 * statement that takes too long would take as long there.
 */
const isRepeatable = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code !== 'SERVICE_UNAVAILABLE'
    : isUnavailable(error) && !isTimeout(error);
