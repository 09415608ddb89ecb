import pg from 'pg';
import type { PoolHealth } from './pool-health.ts';

const TIMEOUT_MS = 1_000;

/**
 * Checks that the database answers on a connection of its own, because an exhausted pool does not
 * mean that the database is down, and that the pool has not failed every request for 10 seconds.
 */
export class DatabaseHealth {
  readonly #url: string;
  readonly #pool: PoolHealth;
  #client: pg.Client | undefined;
  #check: Promise<boolean> | undefined;

  constructor(url: string, pool: PoolHealth) {
    this.#url = url;
    this.#pool = pool;
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
      await Promise.race([this.#select(), timeout]);
      return true;
    } catch {
      // The connection failed or hangs: the next check opens a new one.
      void this.close();
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  async #select(): Promise<void> {
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
    await this.#client.query('select 1');
  }
}
