import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { MAX_ROW_ERRORS, type RefusedRows, type RowError } from '../domain/imports.ts';

/** The timeout of one statement of an import, in milliseconds. */
const BULK_STATEMENT_MS = 120_000;

type Bindings = Readonly<Record<string, string | number | null>>;

/** Names and types go into SQL unescaped, so they must be constants. */
export interface StagingTable {
  readonly name: string;
  /** The SQL type of each column, in the order of the COPY fields; `row` is the row number. */
  readonly columns: Readonly<Record<string, string>>;
}

/**
 * Creates a temporary table for the open transaction `db` and fills it with lines in COPY's text
 * format. Sets the transaction's statement timeout to that of `bulkQuery`.
 */
export async function createStagingTable(
  db: Knex,
  { name, columns }: StagingTable,
  lines: Readable,
): Promise<void> {
  const definitions = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  await db.raw(`
    set local statement_timeout = ${BULK_STATEMENT_MS};
    create temporary table ${name} (${definitions.join(', ')}) on commit drop
  `);
  await copyInto(db, name, lines);
  await bulkQuery(db, `analyze ${name}`);
}

/** Runs a statement with the timeout of an import. */
export async function bulkQuery<Row>(
  db: Knex,
  sql: string,
  bindings: Bindings = {},
): Promise<Row[]> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(sql, bindings)
    // The size of a temporary table is different each time.
    .options({ query_timeout: BULK_STATEMENT_MS });
  return rows;
}

/** Deletes from a staging table the rows that `refusals`, a query of `row, field, error, code, params`, selects. */
export async function deleteRefusedRows(
  db: Knex,
  { name }: StagingTable,
  refusals: string,
  bindings: Bindings = {},
): Promise<RefusedRows> {
  const refused = await bulkQuery<RowError & { readonly count: number }>(
    db,
    `with refused as (${refusals}), deleted as (
       delete from ${name} s using refused r where s.row = r.row
     )
     select row, field, error, code, coalesce(params, '{}') as params, count(*) over () as count
       from refused order by row limit ${MAX_ROW_ERRORS}`,
    bindings,
  );
  const first = refused.map(({ count: _, ...error }) => error);
  return { first, count: refused[0]?.count ?? 0 };
}

/** `db` must be an open transaction: a pool would use any connection, outside the transaction. */
async function copyInto(db: Knex, table: string, rows: Readable): Promise<void> {
  if (!db.isTransaction) throw new Error('copyInto needs an open transaction');
  const connection: pg.Client = await db.client.acquireConnection();
  try {
    const sink = Object.assign(from(`copy ${table} from stdin`), {
      query_timeout: BULK_STATEMENT_MS,
    });
    await pipeline(rows, connection.query(sink));
  } finally {
    await db.client.releaseConnection(connection);
  }
}
