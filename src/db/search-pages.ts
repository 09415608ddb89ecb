import type { Knex } from 'knex';
import { isForgivingSearch } from '../domain/search-words.ts';
import {
  exactMatches,
  findExact,
  findFewExact,
  findMatches,
  findSimilar,
  keysOf,
  type Matches,
  type Matching,
  type SearchedList,
  withKeys,
} from './matches.ts';
import {
  type NumberedRequest,
  numberedPage,
  type Page,
  type PageRequest,
  type Total,
} from './pages.ts';
import { withIndexScans } from './search-transactions.ts';

/**
 * A position in a search. A list of similar rows continues as one, even if rows match exactly by
 * then.
 */
export type SearchPosition<Position> = Position | { readonly similar: Position };

/**
 * A search with many matches first looks among this number of rows, plus the rows before the page.
 * PostgreSQL sorts all matches only if they do not fill the page.
 */
const INSPECTED_ROWS = 2_000;

interface PagedList<Row, Position> extends SearchedList {
  /** Reads a page of a query, and counts its rows if the `total` of a numbered page is undefined. */
  readonly read: (
    query: Knex.QueryBuilder,
    request: PageRequest<Position>,
    total: Total | undefined,
  ) => Promise<Page<Row, Position>>;
}

/** Reads the rows that match `q` exactly, or else similar ones: at most twice the queries. */
export async function searched<T>(
  q: string | undefined,
  read: (matching: Matching) => Promise<T>,
  isEmpty: (found: T) => boolean,
): Promise<T> {
  const exact = await read('exact');
  return q && isEmpty(exact) && isForgivingSearch(q) ? read('similar') : exact;
}

/** A page of a list without cursors, or of its rows that match `q`. */
export async function searchedPage<Row extends object>(
  q: string | undefined,
  request: NumberedRequest,
  list: SearchedList,
): Promise<Page<Row>> {
  if (!q) return numberedPage<Row>(list.of({}), request);
  const found = { q, ...(await findMatches(q, list)) };
  return pageOfMatches<Row, never>(found, request, {
    ...list,
    read: (query, { limit, ...at }, total) =>
      numberedPage<Row>(query, { limit, page: 'page' in at ? at.page : 1 }, total),
  });
}

/**
 * Like `searchedPage`, for a list with cursors. A cursor contains how the pages before it matched.
 */
export async function searchedKeysetPage<Row, Position extends number | readonly unknown[]>(
  q: string | undefined,
  request: PageRequest<SearchPosition<Position>>,
  list: PagedList<Row, Position>,
): Promise<Page<Row, SearchPosition<Position>>> {
  if (!('after' in request)) {
    if (!q) return list.read(list.of({}), request, undefined);
    const found = { q, ...(await findMatches(q, list)) };
    const page = await pageOfMatches(found, request, list);
    return found.isSimilar ? withSimilarCursor(page) : page;
  }
  const { limit, after } = request;
  if (isOfSimilar(after)) {
    const place = { limit, after: after.similar };
    return withSimilarCursor(
      q
        ? await pageOfMatches({ q, ...(await findSimilar(q, list)) }, place, list)
        : await list.read(list.of({}), place, undefined),
    );
  }
  return exactlySearchedPage(q, { limit, after }, list);
}

/** Like `searchedKeysetPage`, for a list that forgives no typing errors. */
export async function exactlySearchedPage<Row, Position>(
  q: string | undefined,
  request: PageRequest<Position>,
  list: PagedList<Row, Position>,
): Promise<Page<Row, Position>> {
  if (!q) return list.read(list.of({}), request, undefined);
  const find = 'after' in request ? findFewExact : findExact;
  return pageOfMatches({ q, ...(await find(q, list)) }, request, list);
}

async function pageOfMatches<Row, Position>(
  { q, keys, total }: Matches & { readonly q: string },
  request: PageRequest<Position>,
  list: PagedList<Row, Position>,
): Promise<Page<Row, Position>> {
  const { key, of, read } = list;
  const all = of({ q: undefined });
  const rowByRow = <T>(work: () => Promise<T>) =>
    withIndexScans(all.client, work, { byNestedLoops: list.isJoined === true });
  if (keys) return rowByRow(() => read(withKeys(all, key, keys), request, total));
  const page = await rowByRow(async () => {
    const first = await firstKeys(request, list);
    return read(withKeys(of({ q, matching: 'inspected' }), key, first), request, total);
  });
  const isFull = page.next === undefined ? page.rows.length === request.limit : page.next !== null;
  return isFull ? page : read(exactMatches(q, list), request, total);
}

/** The keys of the first rows of the whole list, or of those after a cursor. */
async function firstKeys<Row, Position>(
  request: PageRequest<Position>,
  { key, of, read }: PagedList<Row, Position>,
): Promise<number[]> {
  const inspected: PageRequest<Position> =
    'after' in request
      ? { limit: INSPECTED_ROWS, after: request.after }
      : { limit: INSPECTED_ROWS + (request.page - 1) * request.limit, page: 1 };
  const { rows } = await read(keysOf(of({ q: undefined }), key), inspected, NOT_COUNTED);
  return (rows as readonly { readonly key: number }[]).map((row) => row.key);
}

const NOT_COUNTED: Total = { total: 0, isTotalExact: false };

const withSimilarCursor = <Row, Position>({ next, ...page }: Page<Row, Position>) => ({
  ...page,
  next: next === undefined || next === null ? null : { similar: next },
});

const isOfSimilar = <Position extends number | readonly unknown[]>(
  position: SearchPosition<Position>,
): position is { readonly similar: Position } =>
  typeof position === 'object' && 'similar' in position;
