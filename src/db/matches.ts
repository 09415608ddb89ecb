import type { Knex } from 'knex';
import { searchWords } from '../domain/search-words.ts';
import { MAX_TOTAL } from './pages.ts';
import { onlyRow } from './rows.ts';
import { beginStep } from './search-transactions.ts';

/**
 * The ways in which words match. `similar` forgives small typing errors; a search uses it only if
 * nothing matches exactly. The others are steps of a search: `swapped` and `trigrams` find the rows
 * that `similar` compares, those with neighboring letters of a word swapped and those with a piece
 * of each word. `scanned` matches as `exact` does, at less cost for rows that are compared one
 * by one.
 */
export type Matching = 'exact' | 'scanned' | 'similar' | 'swapped' | 'trigrams';

/** The filter of a read model's query, once it is decided how `q` matches. Exactly by default. */
export type Searched<Filter> = Filter & {
  readonly matching?: Matching | undefined;
  /** One of the sources of the list; all of them by default. */
  readonly source?: string | undefined;
};

/** A list that can be searched. */
export interface SearchedList {
  /** SQL for the id of a row, or for another number that no two rows of the list share. */
  readonly key: string;
  /** The query of the list, sorted if its pages are. The words take the place of those in its filter. */
  readonly of: (words: Searched<{ readonly q?: string | undefined }>) => Knex.QueryBuilder;
  /**
   * The sources of matching rows, each with an index of its own, if there are several; with
   * `isSimilar` those that forgive typing errors.
   */
  readonly sourcesOf?:
    | ((q: string, search: { isSimilar: boolean }) => readonly string[])
    | undefined;
  /**
   * The list merges several tables by its keys, in this order, and each source finds the rows of one of
   * them.
   */
  readonly merged?: 'asc' | 'desc' | undefined;
  /** The order of the list has no index: for its first rows, all of it would be sorted. */
  readonly isSortedWhole?: boolean;
}

/**
 * The number of rows that are compared with a misspelled word, for swapped letters and for pieces.
 * Without this limit a piece that most rows have, such as `inc`, cost 390 ms of CPU among 100,000
 * users.
 */
const MAX_COMPARED = 500;

export const sourcesOf = (
  q: string,
  { sourcesOf }: SearchedList,
  { isSimilar = false } = {},
): readonly (string | undefined)[] => sourcesOf?.(q, { isSimilar }) ?? [undefined];

/** The keys of at most 1,001 rows that match `q` exactly, for each source of the list, in no order. */
export function findExact(q: string, list: SearchedList): Promise<readonly (readonly number[])[]> {
  const sources = sourcesOf(q, list).map((source) =>
    keysOf(list.of({ q, source }), list.key).limit(MAX_TOTAL + 1),
  );
  return findKeys(sources);
}

/** Finds at most 1,000 rows that are similar to `q`. */
export async function findSimilar(q: string, list: SearchedList): Promise<readonly number[]> {
  const { key } = list;
  const sources = sourcesOf(q, list, { isSimilar: true });
  const limit = Math.ceil(MAX_COMPARED / searchWords(q).length);
  const found = sources.map((source) => {
    const compared = (['swapped', 'trigrams'] as const).map((matching) =>
      keysOf(list.of({ q, matching, source }), key).limit(limit),
    );
    const similar = list.of({ q, matching: 'similar', source });
    // An array is read first. PostgreSQL might compare all rows before it applied a semi-join.
    const { client } = similar;
    similar.whereRaw(`${key} = any(array(?))`, [client.queryBuilder().unionAll(compared, true)]);
    return keysOf(similar, key).limit(MAX_TOTAL / sources.length);
  });
  return (await findKeys(found)).flat();
}

/** Replaces the columns of a query by the key of its rows, in no order. */
const keysOf = (query: Knex.QueryBuilder, key: string): Knex.QueryBuilder =>
  query.clearSelect().clearOrder().select(`${key} as key`);

/** Restricts a query to the rows with these keys. */
export const withKeys = (
  query: Knex.QueryBuilder,
  key: string,
  keys: readonly number[],
): Knex.QueryBuilder => query.whereRaw(`${key} = any(?::bigint[])`, [[...keys]]);

/** The keys that each query finds, by one statement. */
async function findKeys(
  queries: readonly Knex.QueryBuilder[],
): Promise<readonly (readonly number[])[]> {
  const { client } = queries[0] as Knex.QueryBuilder;
  // As JSON, since the driver reads an array of bigints as strings.
  const keys = queries.map(() => `(select coalesce(json_agg(key), '[]') from (?) as found)`);
  const query = client
    .queryBuilder()
    .select(client.raw(`json_build_array(${keys.join(', ')}) as keys`, [...queries]));
  await beginStep(client, 'words');
  return onlyRow<{ keys: number[][] }>(await query).keys;
}
