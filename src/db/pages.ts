import type { Knex } from 'knex';
import type { ListChanges } from './changes.ts';
import { readBoth } from './read-both.ts';
import { UNNAMED } from './statement-names.ts';

/** One page by number. */
export interface NumberedRequest {
  readonly limit: number;
  readonly page: number;
}

/**
 * The largest total: counting stops here, so that a page costs the same whatever the size of its
 * list. With exact totals, the first page of ten times the rows cost up to 18 times as much.
 */
export const MAX_EXACT_TOTAL = 10_000;

/** A page by number, or the rows after a cursor's position. */
export type PageRequest<Position> =
  | NumberedRequest
  | { readonly limit: number; readonly after: Position };

/** `next` is the position of the last row when more rows follow. Only numbered pages have `total`. */
export interface Page<Row, Position = never> {
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly page?: number;
  /** At most `MAX_EXACT_TOTAL`. */
  readonly total?: number;
  /** False when the list has more rows than `total`. */
  readonly isTotalExact?: boolean;
  readonly next?: Position | null;
}

/** A page of a list with `updated_since`. */
export interface ChangingPage<Row> extends Page<Row> {
  readonly changes: ListChanges;
}

/** The counted size of a list. */
export type Total = Required<Pick<Page<never>, 'total' | 'isTotalExact'>>;

/** What is known of a list. */
interface Listing extends Counting {
  /**
   * SQL for a number that no two rows share. A page far behind the first is then found by its keys, so
   * that the rows before it are neither read as a whole nor joined.
   */
  readonly key?: string | undefined;
  /** Counted with another query if undefined. */
  readonly total?: Total | undefined;
}

/**
 * A page of a list without cursors: two queries, regardless of the size, or one if the `total` is
 * known.
 */
export async function numberedPage<Row extends object>(
  query: Knex.QueryBuilder,
  { limit, page }: NumberedRequest,
  { key, total }: Listing = {},
): Promise<Page<Row>> {
  const [count, rows] = await readBoth(
    query.client,
    async () => total ?? countUpToMax(query),
    () => rowsOf<Row>(query, { limit, offset: (page - 1) * limit, key }),
  );
  return { rows, limit, page, ...count };
}

/**
 * A page of a large list, by number or by keyset: after a cursor, page 5,000 costs the same as
 * page 1. `query` is ordered; `seek` restricts it to the rows after a position.
 */
export async function keysetPage<Row extends object, Position>(
  query: Knex.QueryBuilder,
  request: PageRequest<Position>,
  keyset: {
    seek: (query: Knex.QueryBuilder, after: Position) => void;
    positionOf: (row: Row) => Position;
  } & Listing,
): Promise<Page<Row, Position>> {
  const { limit } = request;
  // One extra row shows whether more rows follow.
  const rows = { limit: limit + 1, key: keyset.key };
  const cut = (found: Row[]) => {
    const last = found[limit - 1];
    const next = found.length > limit && last ? keyset.positionOf(last) : null;
    // Splice empties the driver's array, because a query with a query_timeout outlives its answer
    // and keeps the rows: an export of 100,000 rows piled up 100 MiB, and 25 MiB with splice.
    return { rows: found.splice(0, limit), limit, next };
  };

  if ('after' in request) {
    const following = query.clone();
    keyset.seek(following, request.after);
    return cut(await rowsOf<Row>(following, { ...rows, offset: 0 }));
  }
  const offset = (request.page - 1) * limit;
  const [count, found] = await readBoth(
    query.client,
    async () => keyset.total ?? countUpToMax(keyset.counted ?? query, keyset),
    () => rowsOf<Row>(query, { ...rows, offset }),
  );
  return { ...cut(found), page: request.page, ...count };
}

/** Before it, whole rows cost less than a second search of those of the page. */
const FAR_ROWS = 500;

function rowsOf<Row>(
  query: Knex.QueryBuilder,
  { limit, offset, key }: { limit: number; offset: number; key?: string | undefined },
): PromiseLike<Row[]> {
  const rows = query.clone();
  if (offset === 0) return rows.limit(limit) as PromiseLike<Row[]>;
  if (key === undefined || offset < FAR_ROWS) {
    return rows.limit(limit).offset(offset) as PromiseLike<Row[]>;
  }
  const keys = query.clone().clearSelect().select(query.client.raw(key));
  // An array is read first. Its rows are few, so PostgreSQL reads and sorts them by themselves.
  keys.limit(limit).offset(offset);
  return rows.whereRaw(`${key} = any(array(?))`, [keys]) as PromiseLike<Row[]>;
}

/** The ways to count the total of a list. */
export interface Counting {
  /**
   * Counts in the order of the list, because each row is looked up in another table: in any other
   * order the look-ups of 10,000 among a million rows cost three times as much.
   */
  readonly isCountedInOrder?: boolean;
  /** The same rows, without a join that only their order needs. */
  readonly counted?: Knex.QueryBuilder | undefined;
}

/** Reads one row more than the largest total, which shows whether the total is exact. */
export async function countUpToMax(
  query: Knex.QueryBuilder,
  { isCountedInOrder = false }: Pick<Counting, 'isCountedInOrder'> = {},
): Promise<Total> {
  const { client } = query;
  const rows = query
    .clone()
    .clearSelect()
    .select(client.raw('1'))
    .limit(MAX_EXACT_TOTAL + 1);
  if (!isCountedInOrder) rows.clearOrder();
  // Unnamed, because the best plan of some lists depends on their filters.
  const counted = client.queryBuilder().options(UNNAMED).from(rows.as('counted'));
  const [row] = (await counted.count({ total: '*' })) as { total: number }[];
  return totalOf(row?.total ?? 0);
}

/** @param counted the size of a list, or any number above the largest total */
export const totalOf = (counted: number): Total => ({
  total: Math.min(counted, MAX_EXACT_TOTAL),
  isTotalExact: counted <= MAX_EXACT_TOTAL,
});
