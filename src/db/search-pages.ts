import type { Page, PageRequest } from './pages.ts';

/** `similar` forgives small typing errors; a search does so only where nothing matches exactly. */
export type Matching = 'exact' | 'similar';

/** The filter of a read model's query, once it is decided how `q` matches. Exactly by default. */
export type Searched<Filter> = Filter & { readonly matching?: Matching | undefined };

/** A position in a search. A list of similar rows goes on as one, whatever matches by then. */
export type SearchPosition<Position> = Position | { readonly similar: Position };

const SEARCHABLE = /[\p{L}\p{N}]/u;

/** Whether a search has letters or digits. Others are similar to nothing. */
export const isSearchable = (q: string): boolean => SEARCHABLE.test(q);

/** A word of one or two letters is similar to so many others that comparing it took 1.2 s of CPU. */
const FORGIVABLE = /[\p{L}\p{N}]{3}/u;

/** Whether a text has a word that may be misspelled. A `@username` is no misspelled name. */
export const isForgivable = (q: string): boolean => FORGIVABLE.test(q) && !q.startsWith('@');

/** Reads what matches `q` exactly, or else what is similar to it: at most twice the queries. */
export async function searched<T>(
  q: string | undefined,
  read: (matching: Matching) => Promise<T>,
  isEmpty: (found: T) => boolean,
): Promise<T> {
  const exact = await read('exact');
  return q && isEmpty(exact) && isForgivable(q) ? read('similar') : exact;
}

/** Like `searched`, for a numbered page. The total decides, so every page matches the same way. */
export const searchedPage = <Row>(
  q: string | undefined,
  read: (matching: Matching) => Promise<Page<Row>>,
): Promise<Page<Row>> => searched(q, read, ({ total }) => total === 0);

/** Like `searchedPage`, for a list with cursors. A cursor says how the pages before it matched. */
export async function searchedKeysetPage<Row, Position extends number | readonly unknown[]>(
  q: string | undefined,
  request: PageRequest<SearchPosition<Position>>,
  read: (matching: Matching, request: PageRequest<Position>) => Promise<Page<Row, Position>>,
): Promise<Page<Row, SearchPosition<Position>>> {
  const similar = async (from: PageRequest<Position>) => {
    const page = await read('similar', from);
    const { next, ...rest } = page;
    return { ...rest, next: next === undefined || next === null ? null : { similar: next } };
  };
  if (!('after' in request)) {
    const exact = await read('exact', request);
    return q && exact.total === 0 && isForgivable(q) ? similar(request) : exact;
  }
  const { limit, after } = request;
  return isSimilar(after)
    ? similar({ limit, after: after.similar })
    : read('exact', { limit, after });
}

const isSimilar = <Position extends number | readonly unknown[]>(
  position: SearchPosition<Position>,
): position is { readonly similar: Position } =>
  typeof position === 'object' && 'similar' in position;
