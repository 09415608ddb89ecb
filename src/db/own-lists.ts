import type { Knex } from 'knex';
import { cutOf, type Filters } from './compiled-pages.ts';
import { type KeptList, keptTotalsOf, type Total } from './kept-totals.ts';
import {
  type Cut,
  countingUpToMax,
  type NumberedRequest,
  type Page,
  type PageRequest,
  shownTotal,
  totalOf,
} from './pages.ts';
import { preparedQueries, type Statement } from './statement.ts';

/**
 * A list of a user, most of which have one page. Its statements are built once for each combination of filters,
 * and go on read lines: a mini app that opens asks for all of its lists at once.
 */
export interface OwnList<Filter extends Filters, Row> {
  readonly rows: (args: Filter & Cut) => Statement<Filter & Cut, Row>;
  readonly count: (filter: Filter) => Statement<Filter, { total: number }>;
}

/** @param build the sorted rows of the list, from placeholders for the filters that are given */
export const ownList = <Filter extends Filters, Row extends object>(
  build: (db: Knex, filter: Filter) => Knex.QueryBuilder,
): OwnList<Filter, Row> => ({
  rows: preparedQueries((db, args) => cutOf(db, build(db, args), args)),
  count: preparedQueries((db, filter) => countingUpToMax(build(db, filter))),
});

interface Request<Filter> {
  readonly filter: Filter;
  readonly page: NumberedRequest;
  readonly kept: KeptList;
}

/** A page: one statement, and one more for the total of a list with more pages. */
export async function ownPage<Filter extends Filters, Row extends object>(
  db: Knex,
  list: OwnList<Filter, Row>,
  request: Request<Filter>,
): Promise<Page<Row>> {
  const { limit, page } = request.page;
  const { rows, hasMore } = await rowsOf(db, list, request.filter, request.page);
  const total = await totalOfPage(db, list, request, { rows: rows.length, isLast: !hasMore });
  return { rows, limit, page, ...total };
}

/** As `ownPage`, for a list with cursors. `filterAfter` is the filter for the rows after a position. */
export async function ownKeysetPage<Filter extends Filters, Row extends object, Position>(
  db: Knex,
  list: OwnList<Filter, Row>,
  {
    page,
    filterAfter,
    positionOf,
    ...request
  }: Omit<Request<Filter>, 'page'> & {
    readonly page: PageRequest<Position>;
    readonly filterAfter: (after: Position) => Filter;
    readonly positionOf: (row: Row) => Position;
  },
): Promise<Page<Row, Position>> {
  const isFollowing = 'after' in page;
  const filter = isFollowing ? filterAfter(page.after) : request.filter;
  const { limit } = page;
  const { rows, hasMore } = await rowsOf(db, list, filter, { page: 1, ...page });
  const last = rows.at(-1);
  const next = hasMore && last ? positionOf(last) : null;
  if (isFollowing) return { rows, limit, next };
  const found = { rows: rows.length, isLast: !hasMore };
  const total = await totalOfPage(db, list, { ...request, page }, found);
  return { rows, limit, page: page.page, next, ...total };
}

async function rowsOf<Filter extends Filters, Row>(
  db: Knex,
  list: OwnList<Filter, Row>,
  filter: Filter,
  { limit, page }: NumberedRequest,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  // One extra row shows whether more rows follow.
  const args = { ...filter, limit: limit + 1, offset: (page - 1) * limit };
  const rows = await list.rows(args).rows(db, args);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

async function totalOfPage<Filter extends Filters, Row>(
  db: Knex,
  list: OwnList<Filter, Row>,
  { filter, page, kept }: Request<Filter>,
  found: { readonly rows: number; readonly isLast: boolean },
): Promise<Total> {
  const shown = shownTotal(found, page);
  if (shown) return shown;
  const count = async () => totalOf((await list.count(filter).first(db, filter))?.total ?? 0);
  return keptTotalsOf(db.client)?.of(kept, count) ?? count();
}
