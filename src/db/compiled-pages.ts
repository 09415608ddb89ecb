import type { Knex } from 'knex';
import { type KeptList, keptTotalsOf } from './kept-totals.ts';
import { type Cut, type NumberedRequest, type Page, shownTotal, totalOf } from './pages.ts';
import type { Statement } from './statement.ts';

/** The rows of a compiled list that a page has. */
export const cutOf = (db: Knex, query: Knex.QueryBuilder, { limit, offset }: Cut): Knex.Raw =>
  db.raw('? limit ? offset ?', [query, limit, offset]);

export type Filters = Readonly<Record<string, unknown>>;

/** A list whose statements are built once for each combination of filters. */
export interface CompiledList<Filter extends Filters, Row> {
  readonly rows: (args: Filter & Cut) => Statement<Filter & Cut, Row>;
  /** The same, and the total beside each row. */
  readonly countedRows: (args: Filter & Cut) => Statement<Filter & Cut, Row & Counted>;
  readonly count: (filter: Filter) => Statement<Filter, Counted>;
}
type Counted = { readonly total: number };

/** As `numberedPage`, by one statement. Far pages are found by their keys, so they are not compiled. */
export async function compiledPage<Filter extends Filters, Row>(
  db: Knex,
  list: CompiledList<Filter, Row>,
  { filter, page: request, kept }: { filter: Filter; page: NumberedRequest; kept: KeptList },
): Promise<Page<Row>> {
  const { limit, page } = request;
  const args = { ...filter, limit, offset: (page - 1) * limit };
  const read: { rows?: readonly Row[] } = {};
  const count = async () => {
    const counted = await list.countedRows(args).rows(db, args);
    read.rows = counted;
    // A page behind the last one has no row that has the total.
    const row = counted[0] ?? (await list.count(filter).first(db, filter));
    return totalOf(row?.total ?? 0);
  };
  const totals = keptTotalsOf(db.client);
  const total = await (totals ? totals.of(kept, count) : count());
  const rows = read.rows ?? (await list.rows(args).rows(db, args));
  const found = { rows: rows.length, isLast: rows.length < limit };
  return { rows, limit, page, ...(shownTotal(found, request) ?? total) };
}
