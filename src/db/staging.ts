import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { MAX_ROW_ERRORS, type RefusedRows, type RowError } from '../domain/imports.ts';

/** How long one statement of a bulk import may take, in milliseconds. */
const BULK_STATEMENT_MS = 120_000;

type Bindings = Readonly<Record<string, string | number | null>>;

/** Names and types are never made from input. */
export interface StagingTable {
  readonly name: string;
  /** The SQL type of each column, in the order of the lines; `row` is the number of the row. */
  readonly columns: Readonly<Record<string, string>>;
}

/**
 * Makes a table that lives as long as the open transaction `db`, and fills it with lines in COPY's
 * text format. The statements that follow may take as long as `bulk` lets them.
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

/** A statement that may take as long as a bulk import does. */
export async function bulkQuery<Row>(
  db: Knex,
  sql: string,
  bindings: Bindings = {},
): Promise<Row[]> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(sql, bindings)
    .options({ query_timeout: BULK_STATEMENT_MS });
  return rows;
}

/** Takes out of a staging table the rows that a query of `row, field, error` names. */
export async function deleteRefusedRows(
  db: Knex,
  { name }: StagingTable,
  judgement: string,
  bindings: Bindings = {},
): Promise<RefusedRows> {
  const named = await bulkQuery<RowError & { readonly count: number }>(
    db,
    `with refused as (${judgement}), taken_out as (
       delete from ${name} s using refused r where s.row = r.row
     )
     select row, field, error, count(*) over () as count
       from refused order by row limit ${MAX_ROW_ERRORS}`,
    bindings,
  );
  const first = named.map(({ row, field, error }) => ({ row, field, error }));
  return { first, count: named[0]?.count ?? 0 };
}

/**
 * `db` must be an open transaction: a pool would take any connection, and the statement would leave
 * the transaction unseen by its guard.
 */
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
