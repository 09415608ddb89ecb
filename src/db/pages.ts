import type { Knex } from 'knex';
import type { ListChanges } from './changes.ts';
import { type KeptList, keptTotalsOf, type Total } from './kept-totals.ts';

/** One page by number. */
export interface NumberedRequest {
  readonly limit: number;
  readonly page: number;
  /** Nobody reads the total of a search, which is not counted then. */
  readonly isUncounted?: true;
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

/** What is known of a list. */
export interface Listing extends Counting {
  /**
   * SQL for a number that no two rows share. A page far behind the first is then found by its keys, so
   * that the rows before it are neither read as a whole nor joined.
   */
  readonly key?: string | undefined;
  /** Whether each page is found by its keys, of a list that PostgreSQL would sort or join as a whole. */
  readonly isByKeys?: boolean | undefined;
  /** Counted with another query if undefined, unless the page shows it. */
  readonly total?: Total | undefined;
  /** Leaves out rows that the total counts, so that it tells nothing of them. */
  readonly withoutHidden?: ((rows: Knex.QueryBuilder) => void) | undefined;
  /** Undefined for a list that is counted for each page. */
  readonly kept?: KeptList | undefined;
}

/** A page of a list without cursors: one query, and one more if its total is not known. */
export async function numberedPage<Row extends object>(
  query: Knex.QueryBuilder,
  request: NumberedRequest,
  listing: Listing = {},
): Promise<Page<Row>> {
  const { limit, page } = request;
  const cut = { limit, offset: (page - 1) * limit };
  const { rows, total } = await numberedRows<Row>(query, cut, listing);
  const found = { rows: rows.length, isLast: rows.length < limit };
  return {
    rows,
    limit,
    page,
    ...(await totalAround(found, request, { query, ...listing, total })),
  };
}

/** Where a page is in its list. */
export type Cut = { readonly limit: number; readonly offset: number };

/** Whether a page is so far from the first that its rows are found by their keys. */
export const isFar = ({ limit, page }: NumberedRequest): boolean => (page - 1) * limit >= FAR_ROWS;

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
  const rows = { limit: limit + 1 };
  const cut = (found: Row[]) => {
    const last = found[limit - 1];
    const next = found.length > limit && last ? keyset.positionOf(last) : null;
    // Splice empties the driver's array, because a query with a query_timeout outlives its answer
    // and keeps the rows: an export of 100,000 rows piled up 100 MiB, and 25 MiB with splice.
    return { rows: found.splice(0, limit), limit, next };
  };

  const shown = query.clone();
  keyset.withoutHidden?.(shown);
  if ('after' in request) {
    const following = shown.clone();
    keyset.seek(following, request.after);
    const first = { ...rows, offset: 0 };
    const { key } = keyset;
    const found =
      keyset.isByKeys && key !== undefined
        ? rowsByKeys<Row>(following, first, key)
        : rowsOf<Row>(following, first);
    return cut(await found);
  }
  const offset = (request.page - 1) * limit;
  const { total, ...read } = await numberedRows<Row>(shown, { ...rows, offset }, keyset);
  const page = cut(read.rows);
  const found = { rows: page.rows.length, isLast: page.next === null };
  const count = await totalAround(found, request, { query, ...keyset, total });
  return { ...page, page: request.page, ...count };
}

interface FoundRows {
  readonly rows: number;
  /** Whether no more rows follow. */
  readonly isLast: boolean;
}

/** The total that the last page of a list shows: most lists of a user have one page. */
export const shownTotal = ({ rows, isLast }: FoundRows, { limit, page }: NumberedRequest) =>
  isLast && (rows > 0 || page === 1) ? totalOf((page - 1) * limit + rows) : undefined;

/** The total of the list of a page that was read. `query` is counted unless the page shows the total. */
export async function totalAround(
  found: FoundRows,
  request: NumberedRequest,
  {
    query,
    total,
    kept,
    withoutHidden,
    ...counting
  }: Listing & { readonly query: Knex.QueryBuilder },
): Promise<Total> {
  const known = total ?? (withoutHidden ? undefined : shownTotal(found, request));
  if (known) return known;
  const count = () => countUpToMax(counting.counted ?? query, counting);
  const totals = kept && keptTotalsOf(query.client);
  return totals ? totals.of(kept, count) : count();
}

/** Before it, whole rows cost less than a second search of those of the page. */
const FAR_ROWS = 500;

/** Behind it, a page is behind most of the rows that its total counts. */
const MOST_COUNTED_ROWS = MAX_EXACT_TOTAL / 2;

/** The rows of a page by number, and the total if it is known by then. */
async function numberedRows<Row>(
  query: Knex.QueryBuilder,
  cut: Cut,
  { key, isByKeys, total, kept, counted, withoutHidden }: Listing,
): Promise<RowsOfPage<Row>> {
  if (key === undefined || (!isByKeys && cut.offset < FAR_ROWS)) {
    return { rows: await rowsOf<Row>(query, cut), total };
  }
  const isCountedApart = [total, kept, counted, withoutHidden].some((way) => way !== undefined);
  return isCountedApart || cut.offset < MOST_COUNTED_ROWS
    ? { rows: await rowsByKeys<Row>(query, cut, key), total }
    : rowsAlongTotal<Row>(query, cut, key);
}

interface RowsOfPage<Row> {
  readonly rows: Row[];
  readonly total: Total | undefined;
}

/** Reads the rows before a page once, for its keys and for the total, which an empty page does not have. */
async function rowsAlongTotal<Row>(
  query: Knex.QueryBuilder,
  { limit, offset }: Cut,
  key: string,
): Promise<RowsOfPage<Row>> {
  const { client } = query;
  const found = within(
    query
      .clone()
      .clearSelect()
      .select(client.raw(`${key} as key`)),
    {
      limit: Math.max(MAX_EXACT_TOTAL + 1, offset + limit),
      offset: 0,
    },
  );
  const keys = client.raw('select key from found limit ? offset ?', [limit, offset]);
  type Found = Row & { readonly rows_found: number };
  const page = (await query
    .clone()
    .withMaterialized('found', found)
    .select(client.raw('(select count(*) from found) as rows_found'))
    .whereRaw(`${key} = any(array(?))`, [keys])) as Found[];
  const [first] = page;
  const rows = page.map(({ rows_found: _, ...row }) => row as unknown as Row);
  return { rows, total: first && totalOf(first.rows_found) };
}

function within(query: Knex.QueryBuilder, { limit, offset }: Cut): Knex.QueryBuilder {
  const rows = query.clone().limit(limit);
  return offset > 0 ? rows.offset(offset) : rows;
}

const rowsOf = <Row>(query: Knex.QueryBuilder, cut: Cut): PromiseLike<Row[]> =>
  within(query, cut) as PromiseLike<Row[]>;

/** As `rowsOf`: first the keys, which are read as an array, then the rows, which are few. */
function rowsByKeys<Row>(query: Knex.QueryBuilder, cut: Cut, key: string): PromiseLike<Row[]> {
  const keys = within(query.clone().clearSelect().select(query.client.raw(key)), cut);
  return query.clone().whereRaw(`${key} = any(array(?))`, [keys]) as PromiseLike<Row[]>;
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

/** The total of a list. */
async function countUpToMax(
  query: Knex.QueryBuilder,
  counting: Pick<Counting, 'isCountedInOrder'> = {},
): Promise<Total> {
  const [row] = await countingUpToMax(query, counting);
  return totalOf(row?.total ?? 0);
}

/** Counts one row more than the largest total, which shows whether the total is exact. */
export function countingUpToMax(
  query: Knex.QueryBuilder,
  { isCountedInOrder = false }: Pick<Counting, 'isCountedInOrder'> = {},
): Knex.QueryBuilder<object, { total: number }[]> {
  const { client } = query;
  const rows = query
    .clone()
    .clearSelect()
    .select(client.raw('1'))
    .limit(MAX_EXACT_TOTAL + 1);
  if (!isCountedInOrder) rows.clearOrder();
  return client.queryBuilder().from(rows.as('counted')).count({ total: '*' });
}

/** @param counted the size of a list, or any number above the largest total */
export const totalOf = (counted: number): Total => ({
  total: Math.min(counted, MAX_EXACT_TOTAL),
  isTotalExact: counted <= MAX_EXACT_TOTAL,
});
