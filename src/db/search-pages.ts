import { isForgivingSearch } from '../domain/search-words.ts';
import {
  findExact,
  findSimilar,
  type Matching,
  type SearchedList,
  sourcesOf,
  withKeys,
} from './matches.ts';
import {
  MAX_TOTAL,
  type NumberedRequest,
  numberedPage,
  type Page,
  type PageRequest,
  queryList,
  type Total,
  totalOf,
} from './pages.ts';
import { beginStep } from './search-transactions.ts';

/**
 * A position in a search. A list of similar rows continues as one, even if rows match exactly by
 * then.
 */
export type SearchPosition<Position> = Position | { readonly similar: Position };

/** A searched list that is read in pages. */
export interface PagedList<Row, Position> extends SearchedList {
  /**
   * Reads a page of a query in the order of the list, and counts its rows if the `total` of a numbered
   * page is undefined.
   */
  readonly read: (
    query: ReturnType<SearchedList['of']>,
    request: PageRequest<Position>,
    total: Total | undefined,
  ) => Promise<Page<Row, Position>>;
}

interface Search<Row, Position> {
  readonly q: string;
  readonly request: PageRequest<Position>;
  readonly list: PagedList<Row, Position>;
}

/** The matches of a search. */
interface Found {
  readonly total: Total;
  /** Undefined if they are too many, and are read in the order of the list. */
  readonly keys?: readonly number[];
  /** The keys are those of the requested page only, and the first one behind it. */
  readonly isPage?: true;
  /** The page is far behind the first rows of the list: all matches are sorted instead. */
  readonly isBehind?: boolean;
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
  { most, ...list }: SearchedList & { readonly most?: number },
): Promise<Page<Row>> {
  const { key } = list;
  const { next: _, ...page } = await searchedKeysetPage<Row, never>(q, request, {
    ...list,
    read: (query, { limit, ...at }, total) => {
      const rows = queryList<Row>(query, { key, total, most });
      return numberedPage(rows, { limit, page: 'page' in at ? at.page : 1 });
    },
  });
  return page;
}

/**
 * Like `searchedPage`, for a list with cursors. A cursor contains how the pages before it matched.
 */
export async function searchedKeysetPage<Row, Position extends number | readonly unknown[]>(
  q: string | undefined,
  request: PageRequest<SearchPosition<Position>>,
  list: PagedList<Row, Position>,
): Promise<Page<Row, SearchPosition<Position>>> {
  const isOfSimilar = 'after' in request && isSimilar(request.after);
  const after = isOfSimilar ? request.after.similar : undefined;
  const place = (isOfSimilar ? { ...request, after } : request) as PageRequest<Position>;
  if (!q) return list.read(list.of({}), place, undefined);
  const search = { q, request: place, list };
  const exact = isOfSimilar ? undefined : await findExactly(search);
  const isForgiven = !('after' in request) && exact?.total.total === 0 && isForgivingSearch(q);
  if (exact && !isForgiven) return pageOf(exact, search);
  const keys = await findSimilar(q, list);
  const { next, ...page } = await pageOf({ keys, total: totalOf(keys.length) }, search);
  return { ...page, next: next === undefined || next === null ? null : { similar: next } };
}

/** Like `searchedKeysetPage`, for a list that forgives no typing errors. */
export async function exactlySearchedPage<Row, Position>(
  q: string | undefined,
  request: PageRequest<Position>,
  list: PagedList<Row, Position>,
): Promise<Page<Row, Position>> {
  if (!q) return list.read(list.of({}), request, undefined);
  const search = { q, request, list };
  return pageOf(await findExactly(search), search);
}

/** The rows that show at little cost whether a list is short, or most of its rows match. */
const SAMPLED_ROWS = 500;

/** Of matches so rare that a page among the first 1,000 ends behind more rows, all are sorted. */
const MOST_ROWS = 10_000;

/**
 * First rows of the list are compared one by one. Else an index finds the matches, in no order; of more
 * than the largest total, the page is read in the order of the list.
 */
async function findExactly<Row, Position>(search: Search<Row, Position>): Promise<Found> {
  const { q, request, list } = search;
  const { found, first } = list.isSortedWhole ? { first: [] } : await findFirst(search);
  if (found) return found;
  const byWords = await findExact(q, list);
  const keys = [...new Set(byWords.flat())];
  const total = totalOf(keys.length);
  if (total.isTotalExact) return { keys, total };
  const end = endOf(request);
  if (first.length >= end) return { ...pageOfKeys(first, request), total };
  const isBehind = first.length * MOST_ROWS < Math.min(end, MAX_TOTAL) * SAMPLED_ROWS;
  if (!list.merged) return { total, isBehind };
  return { ...pageOfKeys(await orderedScan(search, end, byWords), request), total };
}

/**
 * The matches among the first rows, which are often the whole list, or have its page by cursor: an index of
 * words would return all rows that have a word before the first of them is seen. Where half of the rows
 * match, the comparison goes on to the largest total. `found` is undefined if this is not enough.
 */
async function findFirst<Row, Position>(
  search: Search<Row, Position>,
): Promise<{ readonly found?: Found; readonly first: readonly number[] }> {
  const { q, request, list } = search;
  const isUncounted = 'after' in request || request.isUncounted === true;
  const end = endOf(request);
  const sample = await firstKeys(list.of({ q: undefined }), SAMPLED_ROWS, search);
  const compared = withKeys(list.of({ q, matching: 'scanned' }), list.key, sample);
  const first = await firstKeys(compared, SAMPLED_ROWS, search);
  const isWhole = sample.length < SAMPLED_ROWS;
  if (isWhole || (isUncounted && first.length >= end))
    return { found: pageOfKeys(first, request), first };
  if (!isUncounted && first.length >= SAMPLED_ROWS / 2) {
    const keys = await orderedScan(search, MAX_TOTAL + 1);
    if (keys.length <= MAX_TOTAL || keys.length >= end)
      return { found: pageOfKeys(keys, request), first };
  }
  return { first };
}

/**
 * The first keys of all matches, or of those after a cursor. Of a merged list, each table is read by
 * itself, since its rows can follow each other by the thousands: one with few matches by its `found` keys.
 */
async function orderedScan<Row, Position>(
  search: Search<Row, Position>,
  limit: number,
  found: readonly (readonly number[])[] = [],
): Promise<number[]> {
  const { q, list } = search;
  const sources = list.merged ? sourcesOf(q, list) : [undefined];
  const keys: number[] = [];
  for (const [nth, source] of sources.entries()) {
    const query = list.of({ q, matching: 'scanned', source });
    const known = found[nth];
    if (known && known.length <= MAX_TOTAL) withKeys(query, list.key, known);
    await beginStep(query.client, 'rows');
    keys.push(...(await firstKeys(query, limit, search)));
  }
  if (list.merged) keys.sort((one, other) => (list.merged === 'asc' ? one - other : other - one));
  return keys;
}

/** The keys of the first rows of a query, or of those after a cursor, in the order of the list. */
async function firstKeys<Row, Position>(
  query: ReturnType<SearchedList['of']>,
  limit: number,
  { request, list }: Search<Row, Position>,
): Promise<number[]> {
  const from = 'after' in request ? { limit, after: request.after } : { limit, page: 1 };
  const keys = query.clearSelect().select(`${list.key} as key`);
  const { rows } = await list.read(keys, from, totalOf(0));
  return (rows as unknown as readonly { readonly key: number }[]).map(({ key }) => key);
}

const rowsBefore = <Position>(request: PageRequest<Position>): number =>
  'after' in request ? 0 : (request.page - 1) * request.limit;

/** The rows to the end of a page, and one more. */
const endOf = <Position>(request: PageRequest<Position>): number =>
  rowsBefore(request) + request.limit + 1;

/** Of all matches in order, up to the end of a page at least, those of the page. */
function pageOfKeys<Position>(keys: readonly number[], request: PageRequest<Position>): Found {
  const before = rowsBefore(request);
  const page = keys.slice(before, before + request.limit + 1);
  return { keys: page, total: totalOf(keys.length), isPage: true };
}

async function pageOf<Row, Position>(
  { keys, total, isPage, isBehind }: Found,
  { q, request, list }: Search<Row, Position>,
): Promise<Page<Row, Position>> {
  const rows = keys
    ? withKeys(list.of({ q: undefined }), list.key, keys)
    : list.of({ q, matching: isBehind ? 'exact' : 'scanned' });
  await beginStep(rows.client, keys ? 'list' : isBehind ? 'words' : 'rows');
  if (!isPage || 'after' in request) return list.read(rows, request, total);
  return { ...(await list.read(rows, { ...request, page: 1 }, total)), page: request.page };
}

const isSimilar = <Position extends number | readonly unknown[]>(
  position: SearchPosition<Position>,
): position is { readonly similar: Position } =>
  typeof position === 'object' && 'similar' in position;
