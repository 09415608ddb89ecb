import type { Knex } from 'knex';

/** The weight of the last wait in the mean: it follows a change within about ten waits. */
const WEIGHT = 0.1;

interface Waiting {
  readonly since: number;
  /** 1 for the next in line. */
  readonly place: number;
}

/** The pool of Knex. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
}

/** Measures the wait of this process for a connection of its pool. */
export class PoolWait {
  readonly #now: () => number;
  readonly #pool: Pool;
  /** The requests for a connection that have none yet; oldest first. */
  readonly #waiting = new Map<number, Waiting>();
  /** The mean wait for each place in line, in milliseconds. */
  #msPerPlace = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(db: Knex, now: () => number = () => performance.now()) {
    this.#now = now;
    const { pool } = db.client;
    this.#pool = pool;
    pool.on('acquireRequest', (id: number) => {
      this.#waiting.set(id, { since: this.#now(), place: this.#waiting.size + 1 });
    });
    for (const event of ['acquireSuccess', 'acquireFail']) {
      pool.on(event, (id: number) => this.#end(id));
    }
  }

  /**
   * The expected wait of a request for a connection that is made now, in milliseconds. The wait of
   * the oldest request alone would rise too late, after many requests have queued.
   */
  expectedMs(): number {
    const [oldest] = this.#waiting.values();
    if (!oldest) return 0;
    return Math.max(this.#now() - oldest.since, this.#waiting.size * this.#msPerPlace);
  }

  /** The connections of the pool, and the most that it opens. */
  get connections(): Readonly<Record<'used' | 'free' | 'limit', number>> {
    return { used: this.#pool.numUsed(), free: this.#pool.numFree(), limit: this.#pool.max };
  }

  /** The requests for a connection that have none yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  #end(id: number): void {
    const ended = this.#waiting.get(id);
    if (!ended) return;
    this.#waiting.delete(id);
    const ms = (this.#now() - ended.since) / ended.place;
    this.#msPerPlace += WEIGHT * (ms - this.#msPerPlace);
  }
}
