import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';

/** The time for which a pool may leave every request without a working connection. */
const MAX_WAIT_MS = 10_000;

/** Detects a pool that lends out no working connection, although requests ask for one. */
export class PoolHealth {
  readonly #db: Knex;
  readonly #now: () => number;
  /** The time of the first request for a connection since the database last answered. */
  #waitingSince: number | undefined;
  #probe: Promise<unknown> | undefined;

  /** @param now a monotonic clock in milliseconds */
  constructor(db: Knex, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#now = now;
    db.client.pool.on('acquireRequest', () => {
      this.#waitingSince ??= this.#now();
    });
    db.on('query-response', () => this.#answered());
    db.on('query-error', (error: unknown) => {
      if (error instanceof pg.DatabaseError) this.#answered();
    });
  }

  /**
   * False while requests ask for a connection and none has worked for 10 seconds. Then it asks the
   * pool itself, because an unhealthy process may get no more requests.
   * @param timeoutMs how long the pool may take to answer
   */
  async isWorking(timeoutMs: number): Promise<boolean> {
    if (!this.#isStalled()) return true;
    this.#probe ??= this.#db
      .raw('select 1')
      .catch(() => {})
      .finally(() => {
        this.#probe = undefined;
      });
    await Promise.race([this.#probe, sleep(timeoutMs, undefined, { ref: false })]);
    return !this.#isStalled();
  }

  #isStalled(): boolean {
    return this.#waitingSince !== undefined && this.#now() - this.#waitingSince >= MAX_WAIT_MS;
  }

  #answered(): void {
    this.#waitingSince = undefined;
  }
}
