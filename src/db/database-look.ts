import pg from 'pg';
import { UnknownMigrations } from './baseline.ts';
import { differenceTo, type SchemaDifference } from './migrate.ts';
import { codeOf } from './pg-errors.ts';

/** The time between two looks of a probe. */
const LOOK_MS = 15_000;

/** The state of a database, as a new connection sees it. */
interface DatabaseLook extends SchemaDifference {
  readonly isStandby: boolean;
  /** The number of applied migrations. */
  readonly applied: number;
}

/**
 * Runs `ask` on a connection of its own.
 * @param timeoutMs the timeout of the connection, and of each statement
 * @throws Error as of pg, and whatever `ask` throws
 */
export async function askOnce<T>(
  url: string,
  { name, timeoutMs }: { readonly name: string; readonly timeoutMs: number },
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A lost connection fails the query.
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    // Not awaited: a server that is silent never ends the connection.
    void client.end().catch(() => {});
  }
}

/** The error of a host with several addresses has no message. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : String(codeOf(error) ?? error);

/** @throws Error as of pg; as `differenceTo` for a database of another version */
export const lookAt = (url: string): Promise<DatabaseLook> =>
  askOnce(url, { name: 'hallway start', timeoutMs: 3_000 }, async (client) => {
    const { rows } = await client.query(`
      select pg_is_in_recovery() as is_standby, to_regclass('knex_migrations') is null as is_empty
    `);
    const [{ is_standby: isStandby, is_empty }] = rows;
    const { rows: applied } = is_empty
      ? { rows: [] }
      : await client.query<{ name: string }>('select name from knex_migrations');
    const difference = await differenceTo(applied.map(({ name }) => name));
    return { isStandby, applied: applied.length, ...difference };
  });

/** What the last look at the database found. */
export interface Probed {
  /** Whether it answered. */
  readonly isUp: boolean;
  /** The time that it took, with a new connection. */
  readonly ms: number;
  /** Undefined if it did not answer, or has migrations of another version. */
  readonly found?: DatabaseLook;
  /** The error of the look. */
  readonly problem?: string | undefined;
}

/** Looks at the database every 15 s, also before the process can use it. */
export class DatabaseProbe {
  readonly #url: string;
  readonly #timer: NodeJS.Timeout;
  #last: Probed | undefined;
  #look: Promise<Probed> | undefined;

  /** @param url must not lead through PgBouncer in transaction mode */
  constructor(url: string) {
    this.#url = url;
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
    void this.look();
  }

  /** Undefined until the first look ends. */
  get last(): Probed | undefined {
    return this.#last;
  }

  /** Looks now; concurrent calls share one look. Never rejects. */
  look(): Promise<Probed> {
    this.#look ??= this.#lookNow().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #lookNow(): Promise<Probed> {
    const startedAt = performance.now();
    const result = await lookAt(this.#url).then(
      (found) => ({ isUp: true, found }),
      (error: unknown) => ({
        isUp: error instanceof UnknownMigrations,
        problem: reasonOf(error),
      }),
    );
    this.#last = { ...result, ms: performance.now() - startedAt };
    return this.#last;
  }
}
