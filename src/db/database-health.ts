import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Logger } from 'pino';
import { onlyRow } from './rows.ts';

const TIMEOUT_MS = 1_000;
/** The time for which a pool may leave every request without a working connection. */
const MAX_STALL_MS = 10_000;
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

/** Measures the wait of this process for a connection of its pool, and detects a pool that lends out none that works. */
export class PoolWatch {
  readonly #db: Knex;
  readonly #now: () => number;
  readonly #pool: Pool;
  /** The requests for a connection that have none yet; oldest first. */
  readonly #waiting = new Map<number, Waiting>();
  /** The mean wait for each place in line, in milliseconds. */
  #msPerPlace = 0;
  /** The time of the first request for a connection since the database last answered. */
  #unansweredSince: number | undefined;
  #probe: Promise<unknown> | undefined;

  /** @param now a monotonic clock in milliseconds */
  constructor(db: Knex, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#now = now;
    const { pool } = db.client;
    this.#pool = pool;
    pool.on('acquireRequest', (id: number) => {
      this.#unansweredSince ??= now();
      this.#waiting.set(id, { since: now(), place: this.#waiting.size + 1 });
    });
    for (const event of ['acquireSuccess', 'acquireFail']) {
      pool.on(event, (id: number) => this.#end(id));
    }
    const answered = () => {
      this.#unansweredSince = undefined;
    };
    db.on('query-response', answered);
    db.on('query-error', (error: unknown) => error instanceof pg.DatabaseError && answered());
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
    const since = this.#unansweredSince;
    return since !== undefined && this.#now() - since >= MAX_STALL_MS;
  }
}

/**
 * Checks that the database answers on a connection of its own, because an exhausted pool does not
 * mean that the database is down, that it is the primary, and that the pool has not failed every
 * request for 10 seconds.
 */
export class DatabaseHealth {
  readonly #deps: { readonly url: string; readonly pool: PoolWatch; readonly log: Logger };
  #isStandby = false;
  #client: pg.Client | undefined;
  #check: Promise<boolean> | undefined;

  constructor(deps: { url: string; pool: PoolWatch; log: Logger }) {
    this.#deps = deps;
  }

  /** Answers within about a second. Concurrent calls share one query. */
  isUp(): Promise<boolean> {
    this.#check ??= Promise.all([this.#answers(), this.#deps.pool.isWorking(TIMEOUT_MS)])
      .then((checks) => !checks.includes(false))
      .finally(() => {
        this.#check = undefined;
      });
    return this.#check;
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  async #answers(): Promise<boolean> {
    const late = sleep(TIMEOUT_MS, false, { ref: false });
    const isPrimary = await Promise.race([this.#isPrimary(), late]).catch(() => false);
    // The connection failed or hangs, or a failover gave the address to another server, which only a new
    // one reaches.
    if (!isPrimary) void this.close();
    return isPrimary;
  }

  async #isPrimary(): Promise<boolean> {
    if (!this.#client) {
      const client = new pg.Client({
        connectionString: this.#deps.url,
        application_name: 'hallway health',
        connectionTimeoutMillis: TIMEOUT_MS,
      });
      client.on('error', () => {
        if (this.#client === client) this.#client = undefined;
      });
      this.#client = client;
      await client.connect();
    }
    const { rows } = await this.#client.query('select pg_is_in_recovery() as is_standby');
    const { is_standby: isStandby } = rows[0];
    if (isStandby && !this.#isStandby) {
      this.#deps.log.warn('database: it is a standby, requests that write answer 503');
    }
    this.#isStandby = isStandby;
    return !isStandby;
  }
}

/**
 * What the server has left for roles without privileges. Such a role does not see in `pg_stat_activity`
 * which processes of other roles are clients.
 */
const FREE = `
  select current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int
           - (select sum(numbackends) from pg_stat_database)::int as free`;

/**
 * Logs a warning where the server has fewer connections left than a process may need: the process would
 * start, and refuse requests in the busiest minute.
 */
export async function warnOfFewConnections(db: Knex, needed: number, log: Logger): Promise<void> {
  const { free } = onlyRow((await db.raw<{ rows: { free: number }[] }>(FREE)).rows);
  if (free >= needed) return;
  log.warn(
    { needed, free },
    'database: this process may need more connections than the server has left; raise max_connections',
  );
}
