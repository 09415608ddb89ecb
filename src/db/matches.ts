import type { Knex } from 'knex';
import { isShort, searchWords } from '../domain/search-words.ts';
import { MAX_TOTAL, type Total, totalOf } from './pages.ts';
import { onlyRow } from './rows.ts';
import { withIndexScans } from './search-transactions.ts';

/**
 * The ways in which words match. `similar` forgives small typing errors; a search uses it only if
 * nothing matches exactly. The others are steps of a search: `swapped` and `pieces` find the rows
 * that `similar` compares, those with neighboring letters of a word swapped and those with a piece
 * of each word. `inspected` matches as `exact` does, at less cost for rows that are compared one
 * by one.
 */
export type Matching = 'exact' | 'inspected' | 'similar' | 'swapped' | 'pieces';

/** The filter of a read model's query, once it is decided how `q` matches. Exactly by default. */
export type Searched<Filter> = Filter & {
  readonly matching?: Matching | undefined;
  /** One of the ways of the list; all of them by default. */
  readonly way?: string | undefined;
};

/** A list that can be searched. */
export interface SearchedList {
  /** SQL for the id of a row, or for another number that no two rows of the list share. */
  readonly key: string;
  /** The sorted query of the list. The words take the place of those in its filter. */
  readonly of: (words: Searched<{ readonly q?: string | undefined }>) => Knex.QueryBuilder;
  /**
   * Makes a subquery, of a row of `of` whose words count, return a row if all words of `q` match: as
   * `exact`, but `inspected`.
   */
  readonly isMatch: (row: Knex.QueryBuilder, q: string) => void;
  /**
   * The ways in which a row matches, each with an index of its own, if there are several; with
   * `isSimilar` those that forgive typing errors.
   */
  readonly waysOf?: ((q: string, search: { isSimilar: boolean }) => readonly string[]) | undefined;
  /**
   * The list merges several tables by its keys, in this order, and each way finds the rows of one of
   * them.
   */
  readonly merged?: 'asc' | 'desc' | undefined;
  /**
   * The list joins the searched table with a smaller one, whose rows can be inspected one by one.
   */
  readonly isJoined?: true;
}

export interface Matches {
  readonly total: Total;
  /** The keys of all matches; undefined if there are more than 1,000. */
  readonly keys: readonly number[] | undefined;
  /** The keys are those of the requested page only, and the first one behind it. */
  readonly isPage?: true;
  readonly isSimilar: boolean;
}

const MAX_KEYS = 1_000;

/**
 * The number of rows that are compared with a misspelled word, for swapped letters and for pieces.
 * Without this limit a piece that most rows have, such as `inc`, cost 390 ms of CPU among 100,000
 * users.
 */
const MAX_COMPARED = 500;

/** As `findExact`, without the total of more than 1,000 matches, which a cursor does not need. */
export const findFewExact = (q: string, list: SearchedList): Promise<Matches> =>
  findExact(q, list, MAX_KEYS + 1);

/** Finds the rows that match `q` exactly. */
export async function findExact(
  q: string,
  list: SearchedList,
  limit: number = MAX_TOTAL + 1,
): Promise<Matches> {
  const found = exactKeys(q, list, limit);
  // PostgreSQL knows how many rows have a word, but hardly how many have a part of one.
  const isRowByRow = list.isJoined && !searchWords(q).some(isShort);
  const { total, keys } = await (isRowByRow
    ? withIndexScans(found.client, () => findKeys(found), { byNestedLoops: true })
    : findKeys(found));
  return {
    total: totalOf(total),
    keys: total > MAX_KEYS ? undefined : keys,
    isSimilar: false,
  };
}

/** Finds at most 1,000 rows that are similar to `q`. */
export async function findSimilar(q: string, list: SearchedList): Promise<Matches> {
  const { key } = list;
  const ways = waysOf(q, list, { isSimilar: true });
  const limit = Math.ceil(MAX_COMPARED / searchWords(q).length);
  const found = ways.map((way) => {
    const compared = (['swapped', 'pieces'] as const).map((matching) =>
      keysOf(list.of({ q, matching, way }), key).clearOrder().limit(limit),
    );
    const similar = list.of({ q, matching: 'similar', way });
    // An array is read first. PostgreSQL might compare all rows before it applied a semi-join.
    similar.whereRaw(`${key} = any(array(?))`, [unionOf(compared)]);
    return keysOf(similar, key)
      .clearOrder()
      .limit(MAX_KEYS / ways.length);
  });
  const { total, keys } = await findKeys(unionOf(found));
  return { total: totalOf(total), keys, isSimilar: true };
}

/** The rows that match `q` exactly, sorted. */
export const exactMatches = (q: string, list: SearchedList): Knex.QueryBuilder =>
  waysOf(q, list).length > 1
    ? list.of({ q: undefined }).whereRaw(`${list.key} in (?)`, [exactKeys(q, list)])
    : list.of({ q });

/** Replaces the columns of a query by the key of its rows. */
export const keysOf = (query: Knex.QueryBuilder, key: string): Knex.QueryBuilder =>
  query.clone().clearSelect().select(`${key} as key`);

/** Restricts a query to the rows with these keys. */
export const withKeys = (
  query: Knex.QueryBuilder,
  key: string,
  keys: readonly number[],
): Knex.QueryBuilder => query.whereRaw(`${key} = any(?::bigint[])`, [[...keys]]);

const waysOf = (
  q: string,
  { waysOf }: SearchedList,
  { isSimilar = false } = {},
): readonly (string | undefined)[] => waysOf?.(q, { isSimilar }) ?? [undefined];

/**
 * The keys of the rows that match `q` exactly, in no order, in which PostgreSQL might read the
 * whole list. With a limit, at least that many of them, if they exist.
 */
function exactKeys(q: string, list: SearchedList, limit?: number): Knex.QueryBuilder {
  const found = waysOf(q, list).map((way) => {
    const keys = keysOf(list.of({ q, way }), list.key).clearOrder();
    return limit === undefined ? keys : keys.limit(limit);
  });
  const [only] = found;
  if (only && found.length === 1) return only;
  const all = unionOf(found).as('found_by');
  return all.client.queryBuilder().distinct('key').from(all);
}

/** The keys of the rows that each way finds, compared one by one in the order of the list. */
export const inspectedWays = (q: string, list: SearchedList): readonly Knex.QueryBuilder[] =>
  waysOf(q, list).map((way) => keysOf(list.of({ q, matching: 'inspected', way }), list.key));

/** The union of at least one query. */
export function unionOf([first, ...others]: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  if (!first) throw new Error('a search has at least one way');
  return first.client.queryBuilder().unionAll([first, ...others], true);
}

interface FoundKeys {
  readonly total: number;
  /** Undefined if there are more than `MAX_KEYS`. */
  readonly keys: readonly number[];
}

async function findKeys(found: Knex.QueryBuilder): Promise<FoundKeys> {
  const { client } = found;
  // As JSON, since the driver reads an array of bigints as strings.
  const keys = `case when count(*) <= ${MAX_KEYS} then json_agg(key) end`;
  const query = client
    .queryBuilder()
    .from(found.as('found'))
    .select(client.raw(`count(*) as total, coalesce(${keys}, '[]') as keys`));
  return onlyRow(await query);
}
