import type { Knex } from 'knex';
import type { ListChanges } from './changes.ts';

/** One page by number. */
export interface NumberedRequest {
  readonly limit: number;
  readonly page: number;
}

/** A page by number, or the rows after a cursor's position. */
export type PageRequest<Position> =
  | NumberedRequest
  | { readonly limit: number; readonly after: Position };

/** `next` is the position of the last row when more rows follow. Only numbered pages have `total`. */
export interface Page<Row, Position = never> {
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly page?: number;
  readonly total?: number;
  readonly next?: Position | null;
}

/** A page of a list with `updated_since`. */
export interface ChangingPage<Row> extends Page<Row> {
  readonly changes: ListChanges;
}

/** A page of a list without cursors: two queries, regardless of the size. */
export async function numberedPage<Row extends object>(
  query: Knex.QueryBuilder,
  { limit, page }: NumberedRequest,
): Promise<Page<Row>> {
  const [total, rows] = await Promise.all([
    countOf(query),
    query
      .clone()
      .limit(limit)
      .offset((page - 1) * limit) as Promise<Row[]>,
  ]);
  return { rows, limit, page, total };
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
  },
): Promise<Page<Row, Position>> {
  const { limit } = request;
  // One extra row shows whether more rows follow.
  const rows = query.clone().limit(limit + 1);
  const cut = (found: Row[]) => {
    const last = found[limit - 1];
    const next = found.length > limit && last ? keyset.positionOf(last) : null;
    // Splice empties the driver's array, because a query with a query_timeout outlives its answer
    // and keeps the rows: an export of 100,000 rows piled up 100 MiB, and 25 MiB with splice.
    return { rows: found.splice(0, limit), limit, next };
  };

  if ('after' in request) {
    keyset.seek(rows, request.after);
    return cut((await rows) as Row[]);
  }
  const offset = (request.page - 1) * limit;
  const [total, found] = await Promise.all([countOf(query), rows.offset(offset) as Promise<Row[]>]);
  return { ...cut(found), page: request.page, total };
}

async function countOf(query: Knex.QueryBuilder): Promise<number> {
  const counted = query.clone().clearSelect().clearOrder().count({ total: '*' });
  const [row] = (await counted) as { total: number }[];
  return row?.total ?? 0;
}
