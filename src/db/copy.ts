import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** How long one statement of a bulk import may take, in milliseconds. */
export const BULK_STATEMENT_MS = 120_000;

/**
 * Sends rows in COPY's text format to a table. `db` must be an open transaction: a pool would take
 * any connection, and the statement would leave the transaction unseen by its guard.
 *
 * @param target the table and its columns, as `staged (a, b)`; never made from input
 */
export async function copyInto(db: Knex, target: string, rows: Readable): Promise<void> {
  if (!db.isTransaction) throw new Error('copyInto needs an open transaction');
  const connection: pg.Client = await db.client.acquireConnection();
  try {
    const sink = Object.assign(from(`copy ${target} from stdin`), {
      query_timeout: BULK_STATEMENT_MS,
    });
    await pipeline(rows, connection.query(sink));
  } finally {
    await db.client.releaseConnection(connection);
  }
}
