import pg from 'pg';
import type { Logger } from 'pino';
import type { PoolHealth } from './pool-health.ts';

const TIMEOUT_MS = 1_000;

/**
 * Checks that the database answers on a connection of its own, because an exhausted pool does not
 * mean that the database is down, that it is the primary, and that the pool has not failed every
 * request for 10 seconds.
 */
export class DatabaseHealth {
  readonly #url: string;
  readonly #pool: PoolHealth;
  readonly #log: Logger;
  #isStandby = false;
  #client: pg.Client | undefined;
  #check: Promise<boolean> | undefined;

  constructor(url: string, { pool, log }: { pool: PoolHealth; log: Logger }) {
    this.#url = url;
    this.#pool = pool;
    this.#log = log;
  }

  /** Answers within about a second. Concurrent calls share one query. */
  isUp(): Promise<boolean> {
    this.#check ??= Promise.all([this.#selectInTime(), this.#pool.isWorking(TIMEOUT_MS)])
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

  async #selectInTime(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS);
    });
    try {
      const isPrimary = await Promise.race([this.#isPrimary(), timeout]);
      // A failover may give the address to another server, which only a new connection reaches.
      if (!isPrimary) void this.close();
      return isPrimary;
    } catch {
      // The connection failed or hangs: the next check opens a new one.
      void this.close();
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  async #isPrimary(): Promise<boolean> {
    if (!this.#client) {
      const client = new pg.Client({
        connectionString: this.#url,
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
      this.#log.warn('database: it is a standby, requests that write answer 503');
    }
    this.#isStandby = isStandby;
    return !isStandby;
  }
}
