import pg from 'pg';
import { differenceTo, type SchemaDifference } from './migration-files.ts';

/** The timeout of the connection, and of each statement. */
const TIMEOUT_MS = 3_000;

/** The state of a database, as a new connection sees it. */
export interface DatabaseLook extends SchemaDifference {
  readonly isStandby: boolean;
  /** The number of applied migrations. */
  readonly applied: number;
}

/** @throws Error as of pg; as `differenceTo` for a database of another version */
export async function lookAt(url: string): Promise<DatabaseLook> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hallway start',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A lost connection fails the query.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`
      select pg_is_in_recovery() as is_standby, to_regclass('knex_migrations') is null as is_empty
    `);
    const [{ is_standby: isStandby, is_empty }] = rows;
    const { rows: applied } = is_empty
      ? { rows: [] }
      : await client.query<{ name: string }>('select name from knex_migrations');
    const difference = await differenceTo(applied.map(({ name }) => name));
    return { isStandby, applied: applied.length, ...difference };
  } finally {
    // Not awaited: a server that is silent never ends the connection.
    void client.end().catch(() => {});
  }
}
