import type { Knex } from 'knex';
import type pg from 'pg';
import { overloaded } from '../errors.ts';
import { startWait, waitedMs } from '../lib/counted-waits.ts';

/** A statement gets this time also in a request that has used up its waits. */
const MIN_STATEMENT_MS = 250;

/** Behind PgBouncer the setting would stay with whichever connection executed it: there it changes nothing. */
const SHORTEN = `select set_config('statement_timeout', $1, false) where pg_backend_pid() = $2`;

type Pooled = pg.Client & { readonly processID: number | null };

/**
 * Makes the waits of one request for connections count together, up to the time of one statement, and
 * shortens its statements by them: else one that waited for its connection could wait as long again for a
 * lock.
 */
export function limitWaits(
  db: Knex,
  { acquireMs, statementMs }: { readonly acquireMs: number; readonly statementMs: number },
): void {
  const { client } = db;
  const acquire: () => Promise<Pooled> = client.acquireConnection.bind(client);
  const release: (connection: Pooled) => Promise<void> = client.releaseConnection.bind(client);
  const left = () => statementMs - waitedMs();
  const shortened = new WeakSet<Pooled>();

  client.acquireConnection = async (): Promise<Pooled> => {
    const connection = await acquireInTime();
    const limit = Math.max(MIN_STATEMENT_MS, Math.ceil(left()));
    if (limit >= statementMs) return connection;
    try {
      const { rowCount } = await connection.query(SHORTEN, [String(limit), connection.processID]);
      if (rowCount) shortened.add(connection);
    } catch (error) {
      await release(connection);
      throw error;
    }
    return connection;
  };
  client.releaseConnection = async (connection: Pooled): Promise<void> => {
    // A connection that cannot be reset has closed itself.
    if (shortened.delete(connection))
      await connection.query('reset statement_timeout').catch(() => {});
    return release(connection);
  };

  async function acquireInTime(): Promise<Pooled> {
    using _wait = startWait();
    const limit = Math.max(0, left() - MIN_STATEMENT_MS);
    if (limit >= acquireMs) return await acquire();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const refusal = () => overloaded('The database is overloaded or unavailable');
    const timer = setTimeout(() => reject(refusal()), limit);
    const acquired = acquire();
    try {
      return await Promise.race([acquired, late]);
    } catch (error) {
      // One that comes too late goes back.
      acquired.then(release, () => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
