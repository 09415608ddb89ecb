import { isForgivingSearch } from '../domain/search-words.ts';
import { findFirst, findPage, isUncounted, type PagedList, type Search } from './first-matches.ts';
import {
  exactMatches,
  findExact,
  findFewExact,
  findSimilar,
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
  queryList,
} from './pages.ts';
import { withIndexScans } from './search-transactions.ts';

/**
 * A position in a search. A list of similar rows continues as one, even if rows match exactly by
 * then.
 */
export type SearchPosition<Position> = Position | { readonly similar: Position };

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
  list: SearchedList & { readonly most?: number },
): Promise<Page<Row>> {
  const { key, most } = list;
  if (!q) return numberedPage<Row>(queryList(list.of({}), { key, most }), request);
  const { page } = await forgivingPage<Row, never>({
    q,
    request,
    list: {
      ...list,
      read: (query, { limit, ...at }, total) =>
        numberedPage<Row>(queryList(query, { key, total }), {
          limit,
          page: 'page' in at ? at.page : 1,
        }),
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
  if (!('after' in request)) {
    if (!q) return list.read(list.of({}), request, undefined);
    const { page, isSimilar } = await forgivingPage({ q, request, list });
    return isSimilar ? withSimilarCursor(page) : page;
  }
  const { limit, after } = request;
  if (isOfSimilar(after)) {
    const place = { limit, after: after.similar };
    return withSimilarCursor(
      q
        ? await pageOfMatches(await findSimilar(q, list), { q, request: place, list })
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
  const search = { q, request, list };
  return pageOfMatches(await findExactly(search), search);
}

/** A page of what matches exactly or, if nothing does, of what is similar. */
async function forgivingPage<Row, Position>(
  search: Search<Row, Position>,
): Promise<{ readonly page: Page<Row, Position>; readonly isSimilar: boolean }> {
  const { q, list } = search;
  const exact = await findExactly(search);
  const isSimilar = exact.total.total === 0 && isForgivingSearch(q);
  const found = isSimilar ? await findSimilar(q, list) : exact;
  return { page: await pageOfMatches(found, search), isSimilar };
}

async function findExactly<Row, Position>(search: Search<Row, Position>): Promise<Matches> {
  const { q, request, list } = search;
  const find = isUncounted(request) && !list.merged ? findFewExact : findExact;
  return (await findFirst(search)) ?? find(q, list);
}

async function pageOfMatches<Row, Position>(
  matches: Matches,
  search: Search<Row, Position>,
): Promise<Page<Row, Position>> {
  const { q, list } = search;
  const { total } = matches;
  const found = matches.keys ? matches : await findPage(search, total);
  return found?.keys
    ? readByKeys(found.keys, search, found)
    : list.read(exactMatches(q, list), search.request, total);
}

/** Reads a page of rows with these keys; they are the page itself with `isPage`. */
async function readByKeys<Row, Position>(
  keys: readonly number[],
  { request, list }: Search<Row, Position>,
  { isPage, total }: Matches,
): Promise<Page<Row, Position>> {
  const { of, key, read } = list;
  const all = of({ q: undefined });
  const readFrom = (from: PageRequest<Position>) =>
    withIndexScans(all.client, () => read(withKeys(all, key, keys), from, total), {
      byNestedLoops: list.isJoined === true,
    });
  if (!isPage || 'after' in request) return readFrom(request);
  return { ...(await readFrom({ ...request, page: 1 })), page: request.page };
}

const withSimilarCursor = <Row, Position>({ next, ...page }: Page<Row, Position>) => ({
  ...page,
  next: next === undefined || next === null ? null : { similar: next },
});

const isOfSimilar = <Position extends number | readonly unknown[]>(
  position: SearchPosition<Position>,
): position is { readonly similar: Position } =>
  typeof position === 'object' && 'similar' in position;
