import type { Knex } from 'knex';
import { inspectedWays, keysOf, type Matches, type SearchedList, unionOf } from './matches.ts';
import { MAX_TOTAL, type Page, type PageRequest, type Total, totalOf } from './pages.ts';
import { onlyRow } from './rows.ts';
import { withIndexScans } from './search-transactions.ts';

/** A searched list that is read in pages. */
export interface PagedList<Row, Position> extends SearchedList {
  /** Sorts a query as `read` does, if `of` is not sorted. */
  readonly order?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
  /** Reads a page of a query, and counts its rows if the `total` of a numbered page is undefined. */
  readonly read: (
    query: Knex.QueryBuilder,
    request: PageRequest<Position>,
    total: Total | undefined,
  ) => Promise<Page<Row, Position>>;
}

export interface Search<Row, Position> {
  readonly q: string;
  readonly request: PageRequest<Position>;
  readonly list: PagedList<Row, Position>;
}

/** The exact matches among the first rows of a list, or among those after a cursor. */
interface FirstMatches {
  /** As far as they are counted. */
  readonly matches: number;
  /** Those of the requested page, in its order, and the first one behind it. */
  readonly keys: readonly number[];
  /** Whether no more rows follow these. */
  readonly isWhole: boolean;
}

/** So many rows show at little cost whether most rows match. */
const SAMPLED_ROWS = 500;

/** Where such a part of the rows matches, all matches that count are sought among the first rows. */
const COMMON = 3 / 4;

/**
 * Many matches are first sought among so many rows, and as many as are before the page. PostgreSQL sorts
 * all matches only if they do not fill the page.
 */
const INSPECTED_ROWS = 2_000;

/**
 * Finds the page and the total of a search among the first rows: those of a short list, and those of
 * words that most rows have. An index of words would return all of these rows first. Undefined for any
 * other search.
 */
export async function findFirst<Row, Position>(
  search: Search<Row, Position>,
): Promise<Matches | undefined> {
  const sample = await inspect(search, SAMPLED_ROWS);
  if (isEnough(sample, search)) return pageOf(sample, totalOf(sample.matches));
  if ('after' in search.request || sample.matches < COMMON * SAMPLED_ROWS) return undefined;
  const first = search.list.merged
    ? await inspectMerged(search)
    : await inspect(search, Math.ceil(countedFor(search) / COMMON));
  return isEnough(first, search) ? pageOf(first, totalOf(first.matches)) : undefined;
}

/** Whether these matches are a page after a cursor, or a numbered page and the total. */
const isEnough = <Row, Position>(first: FirstMatches, search: Search<Row, Position>): boolean =>
  'after' in search.request
    ? hasPage(first, search)
    : first.isWhole || first.matches === countedFor(search);

/** As many matches as there are up to the end of the page, or in the largest total, and one more. */
const countedFor = <Row, Position>(search: Search<Row, Position>): number =>
  Math.max(isUncounted(search.request) ? 0 : MAX_TOTAL, lastRow(search)) + 1;

/** Whether a search needs no total. */
export const isUncounted = <Position>(request: PageRequest<Position>): boolean =>
  'after' in request || request.isUncounted === true;

const lastRow = <Row, Position>(search: Search<Row, Position>): number =>
  rowsBefore(search) + search.request.limit;

/** Finds the page of a search with many matches. Undefined if they are further behind. */
export async function findPage<Row, Position>(
  search: Search<Row, Position>,
  total: Total,
): Promise<Matches | undefined> {
  const first =
    search.list.merged && !total.isTotalExact
      ? await inspectMerged(search)
      : await inspect(search, INSPECTED_ROWS + rowsBefore(search));
  return hasPage(first, search) ? pageOf(first, total) : undefined;
}

const pageOf = ({ keys }: FirstMatches, total: Total): Matches => ({
  total,
  keys,
  isPage: true,
  isSimilar: false,
});

const hasPage = <Row, Position>(
  { keys, isWhole }: FirstMatches,
  { request }: Search<Row, Position>,
): boolean => isWhole || keys.length > request.limit;

const rowsBefore = <Row, Position>({ request }: Search<Row, Position>): number =>
  'after' in request ? 0 : (request.page - 1) * request.limit;

/** Compares so many rows with the words, one by one. */
async function inspect<Row, Position>(
  search: Search<Row, Position>,
  rows: number,
): Promise<FirstMatches> {
  const { q, request, list } = search;
  const { of, key, isMatch, order = (query) => query } = list;
  const all = of({ q: undefined });
  const { client } = all;
  const match = client.queryBuilder().select(client.raw('1'));
  isMatch(match, q);
  // With an offset, PostgreSQL asks this of each row, and not once of all that it could be asked of.
  const isMatched = client.raw('exists (? offset 0) as is_match', [match]);
  const compared = keysOf(all, key).select(isMatched);
  const work = () =>
    'after' in request
      ? inspectAfter(compared, { ...request, rows }, list)
      : inspectFirst(order(compared).limit(rows), {
          limit: request.limit,
          before: rowsBefore(search),
          most: countedFor(search),
          rows,
        });
  // In the order of the list: any other join reads and sorts all of it first.
  return withIndexScans(client, work, { byNestedLoops: true });
}

/**
 * Compares the rows of each table of a merged list until its matches are enough. Among the first rows of
 * the list there may be none: those of one table can follow each other.
 */
async function inspectMerged<Row, Position>(search: Search<Row, Position>): Promise<FirstMatches> {
  const { q, request, list } = search;
  const { client } = list.of({ q: undefined });
  const ways = inspectedWays(q, list).map((way) => way.select(client.raw('true as is_match')));
  const work = () =>
    'after' in request ? inspectWaysAfter(ways, request, list) : inspectWays(ways, search);
  return withIndexScans(client, work, { byNestedLoops: true, inOrder: true });
}

function inspectWays<Row, Position>(
  ways: readonly Knex.QueryBuilder[],
  search: Search<Row, Position>,
): Promise<FirstMatches> {
  const most = countedFor(search);
  const union = unionOf(ways.map((way) => way.limit(most)));
  const found = union.client
    .queryBuilder()
    .from(union.as('found'))
    .orderBy('key', search.list.merged)
    .limit(most);
  const before = rowsBefore(search);
  return inspectFirst(found, { limit: search.request.limit, before, most, rows: most + 1 });
}

async function inspectWaysAfter<Row, Position>(
  ways: readonly Knex.QueryBuilder[],
  { after, limit }: { after: Position; limit: number },
  list: PagedList<Row, Position>,
): Promise<FirstMatches> {
  const found: FirstMatches[] = [];
  for (const way of ways) {
    found.push(await inspectAfter(way, { after, limit, rows: limit + 1 }, list));
  }
  const direction = list.merged === 'desc' ? -1 : 1;
  const keys = found.flatMap((part) => part.keys).sort((one, other) => direction * (one - other));
  return {
    matches: keys.length,
    keys: keys.slice(0, limit + 1),
    isWhole: found.every(({ isWhole }) => isWhole) && keys.length <= limit,
  };
}

async function inspectAfter<Row, Position>(
  compared: Knex.QueryBuilder,
  { after, limit, rows }: { after: Position; limit: number; rows: number },
  { read }: PagedList<Row, Position>,
): Promise<FirstMatches> {
  const page = await read(compared, { limit: rows, after }, totalOf(0));
  const keys = (page.rows as readonly { readonly key: number; readonly is_match: boolean }[])
    .filter(({ is_match }) => is_match)
    .map(({ key }) => key);
  return { matches: keys.length, keys: keys.slice(0, limit + 1), isWhole: page.next === null };
}

/** PostgreSQL stops comparing at `most` matches: it reads a `with` as far as it is needed. */
async function inspectFirst(
  compared: Knex.QueryBuilder,
  { limit, before, most, rows }: { limit: number; before: number; most: number; rows: number },
): Promise<FirstMatches> {
  const { rows: found } = await compared.client.raw(
    `with compared as materialized (?),
            found as materialized (select key from compared where is_match limit ?)
       select (select count(*) from found) as matches,
              (select coalesce(json_agg(key), '[]')
                 from (select key from found limit ? offset ?) as page) as keys,
              case when (select count(*) from found) < ?
                   then (select count(*) from compared) < ? else false end as "isWhole"`,
    [compared, most, limit + 1, before, most, rows],
  );
  return onlyRow(found as FirstMatches[]);
}
