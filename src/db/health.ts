import pg from 'pg';

const PATIENCE_MS = 1_000;

/**
 * Asks the database whether it is there, over a connection of its own: a pool whose connections are
 * all busy is not a database that is away.
 */
export class DatabaseHealth {
  readonly #url: string;
  #client: pg.Client | undefined;
  #asking: Promise<boolean> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Whether it answered within a second. Questions that come meanwhile share one answer. */
  isUp(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  async #ask(): Promise<boolean> {
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
    });
    try {
      await Promise.race([this.#select(), tooLate]);
      return true;
    } catch {
      // A connection that failed or hangs is not asked again; the next question opens a new one.
      void this.close();
      return false;
    } finally {
      clearTimeout(late);
    }
  }

  async #select(): Promise<void> {
    if (!this.#client) {
      const client = new pg.Client({
        connectionString: this.#url,
        application_name: 'hallway health',
        connectionTimeoutMillis: PATIENCE_MS,
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
