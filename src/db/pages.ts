import type { Knex } from 'knex';
import type { ListChanges } from './changes.ts';
import { preparedQueries, type Statement } from './statement.ts';

/** One page by number. */
export interface NumberedRequest {
  readonly limit: number;
  readonly page: number;
  /** Nobody reads the total of a search, which is not counted then. */
  readonly isUncounted?: true;
}

/** The largest total of a list, and of any search: a count costs the same whatever the size of its list. */
export const MAX_TOTAL = 1_000;
/** The largest total of a list of administrators. */
export const MAX_ADMIN_TOTAL = 10_000;

/** The counted size of a list. */
export interface Total {
  readonly total: number;
  /** False when the list has more rows than `total`. */
  readonly isTotalExact: boolean;
}

/** @param counted the size of a list, or any number above the largest total */
export const totalOf = (counted: number, most = MAX_TOTAL): Total => ({
  total: Math.min(counted, most),
  isTotalExact: counted <= most,
});

/** A page by number, or the rows after a cursor's position. */
export type PageRequest<Position> =
  | NumberedRequest
  | { readonly limit: number; readonly after: Position };

/** `next` is the position of the last row when more rows follow. Only numbered pages have `total`. */
export interface Page<Row, Position = never> extends Partial<Total> {
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly page?: number;
  readonly next?: Position | null;
}

/** A page of a list with `updated_since`. */
export interface ChangingPage<Row> extends Page<Row> {
  readonly changes: ListChanges;
}

/** Where a page is in its list. */
export type LimitOffset = { readonly limit: number; readonly offset: number };

/** What pages are read from. */
export interface List<Row, Position = never> {
  /** The rows of the list, or those after a position. */
  readonly rows: (at: LimitOffset, after?: Position) => Promise<Row[]>;
  /** The total; `shown` is the size of the list if its last page was read. */
  readonly total: (shown: number | undefined) => Promise<Total>;
}

/** A page of a list without cursors: its rows, and then its total unless the page shows it. */
export async function numberedPage<Row>(
  list: List<Row>,
  request: NumberedRequest,
): Promise<Page<Row>> {
  const { next: _, ...page } = await cursorPage<Row, never>(list, request, () => null as never);
  return page;
}

/**
 * A page by number, or by cursor: then page 5,000 costs the same as page 1, and nothing is counted.
 */
export async function cursorPage<Row, Position>(
  list: List<Row, Position>,
  request: PageRequest<Position>,
  positionOf: (row: Row) => Position,
): Promise<Page<Row, Position>> {
  const { limit } = request;
  const isFollowing = 'after' in request;
  const offset = isFollowing ? 0 : (request.page - 1) * limit;
  // One extra row shows whether more rows follow.
  const found = await list.rows(
    { limit: limit + 1, offset },
    isFollowing ? request.after : undefined,
  );
  const last = found[limit - 1];
  const next = found.length > limit && last ? positionOf(last) : null;
  const shown = found.length > limit ? undefined : sizeShown(offset, found.length);
  // Splice empties the driver's array, because a query with a query_timeout outlives its answer
  // and keeps the rows: an export of 100,000 rows piled up 100 MiB, and 25 MiB with splice.
  const page = { rows: found.splice(0, limit), limit, next };
  return isFollowing ? page : { ...page, page: request.page, ...(await list.total(shown)) };
}

/** The size of a list whose last page was read; undefined behind its last row. */
export const sizeShown = (offset: number, rows: number): number | undefined =>
  rows > 0 || offset === 0 ? offset + rows : undefined;

/** What is known of the list of a query. */
export interface Listing {
  /** The largest total. */
  readonly most?: number | undefined;
  /** Counted if undefined. */
  readonly total?: Total | undefined;
  /** The same rows, without a join that only their order needs. */
  readonly counted?: Knex.QueryBuilder | undefined;
  /**
   * Counts in the order of the list, because each row is looked up in another table: in any other
   * order the look-ups of 1,000 among 100,000 rows cost 1.7 times as much.
   */
  readonly isCountedInOrder?: boolean | undefined;
  /** Leaves out rows that the total counts, so that it tells nothing of them. */
  readonly withoutHidden?: ((rows: Knex.QueryBuilder) => void) | undefined;
  /**
   * SQL for a number that no two rows share. A page far behind the first is then found by its keys, so
   * that the rows before it are neither read as a whole nor joined.
   */
  readonly key?: string | undefined;
  /** Whether each page is found by its keys, of a list that PostgreSQL would sort or join as a whole. */
  readonly isByKeys?: boolean | undefined;
}

/** Before it, whole rows cost less than a second search of those of the page. */
const FAR_ROWS = 500;

/** The list of a sorted query; `seek` restricts it to the rows after a position. */
export function queryList<Row, Position = never>(
  query: Knex.QueryBuilder,
  { most = MAX_TOTAL, isByKeys = false, ...listing }: Listing = {},
  seek?: (query: Knex.QueryBuilder, after: Position) => void,
): List<Row, Position> {
  const { total, counted = query, isCountedInOrder, withoutHidden, key } = listing;
  return {
    rows: async (at, after) => {
      const rows = query.clone();
      withoutHidden?.(rows);
      if (after !== undefined) seek?.(rows, after);
      // A search knows its total, and has found the keys already: it reads them first only if it asks to.
      const isFar = isByKeys || (!total && at.offset >= FAR_ROWS);
      return key !== undefined && isFar ? byKeys(rows, at, key) : within(rows, at);
    },
    total: async (shown) => {
      if (total) return total;
      if (shown !== undefined && !withoutHidden) return totalOf(shown, most);
      const [row] = await countUpTo(counted, most, isCountedInOrder);
      return totalOf(row?.total ?? 0, most);
    },
  };
}

const within = (query: Knex.QueryBuilder, { limit, offset }: LimitOffset): Knex.QueryBuilder =>
  offset > 0 ? query.limit(limit).offset(offset) : query.limit(limit);

/** First the keys, which are read as an array, then the rows, which are few. */
function byKeys(query: Knex.QueryBuilder, at: LimitOffset, key: string): Knex.QueryBuilder {
  const keys = within(query.clone().clearSelect().select(query.client.raw(key)), at);
  return query.whereRaw(`${key} = any(array(?))`, [keys]);
}

/** Counts one row more than the largest total, which shows whether the total is exact. */
function countUpTo(
  query: Knex.QueryBuilder,
  most: number,
  isInOrder = false,
): Knex.QueryBuilder<object, { total: number }[]> {
  const { client } = query;
  const rows = query
    .clone()
    .clearSelect()
    .select(client.raw('1'))
    .limit(most + 1);
  if (!isInOrder) rows.clearOrder();
  return client.queryBuilder().from(rows.as('counted')).count({ total: '*' });
}

type Filters = Readonly<Record<string, unknown>>;

/** A list whose statements are built once for each combination of filters. */
export interface PreparedList<Filter extends Filters, Row> {
  readonly rows: (
    args: Filter & LimitOffset,
  ) => Statement<Filter & LimitOffset, Row & { readonly total?: number }>;
  readonly count: (filter: Filter) => Statement<Filter, { readonly total: number }>;
}

/**
 * A list of a user, most of which have one page: it goes on pipelined connections, since a mini app that opens asks
 * for all of its lists at once.
 *
 * @param build the sorted rows of the list, from placeholders for the filters that are given
 * @param options.prepare `statements` for a list that is too long for pipelined connections; and whether each row
 *   has the total beside it, for a list that is always counted
 */
export const prepare = <Filter extends Filters, Row>(
  build: (db: Knex, filter: Filter) => Knex.QueryBuilder,
  { statements = preparedQueries, isCountedBeside = false } = {},
): PreparedList<Filter, Row> => ({
  rows: statements((db, args) => {
    const rows = build(db, args);
    if (isCountedBeside) {
      rows.select(db.raw('(?) as total', [countUpTo(build(db, args), MAX_TOTAL)]));
    }
    return db.raw('? limit ? offset ?', [rows, args.limit, args.offset]);
  }),
  count: statements((db, filter) => countUpTo(build(db, filter), MAX_TOTAL)),
});

/** @param filterAfter the filter for the rows after a position */
export function preparedList<Filter extends Filters, Row, Position = never>(
  db: Knex,
  { rows, count }: PreparedList<Filter, Row>,
  filter: Filter,
  filterAfter?: (after: Position) => Filter,
): List<Row, Position> {
  let beside: number | undefined;
  return {
    rows: async (at, after) => {
      const narrowed = after !== undefined && filterAfter ? filterAfter(after) : filter;
      const args = { ...narrowed, ...at };
      const found = await rows(args).rows(db, args);
      beside = found[0]?.total;
      return found;
    },
    total: async (shown) =>
      totalOf(shown ?? beside ?? (await count(filter).first(db, filter))?.total ?? 0),
  };
}
