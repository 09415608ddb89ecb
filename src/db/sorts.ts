import type { Knex } from 'knex';
import { type Sort, type SortPosition, sortOf } from '../domain/sorts.ts';
import {
  cursorPage,
  type Listing,
  MAX_ADMIN_TOTAL,
  type Page,
  type PageRequest,
  queryList,
} from './pages.ts';

/** The sort orders of a list. */
export interface Sorting<Key extends string> {
  readonly sort: Sort<Key>;
  /** The SQL of each key, never null. An index on the key and the id serves both directions. */
  readonly keys: Readonly<Record<Key, string>>;
  /** The SQL of the id, which decides between rows of an equal key. */
  readonly id: string;
}

/** A sort in SQL; an id as the key needs no second column. */
function inSql<Key extends string>({ sort, keys, id }: Sorting<Key>) {
  const { key, isDescending } = sortOf(sort);
  const value = keys[key];
  return {
    value,
    columns: value === id ? [id] : [value, id],
    direction: isDescending ? 'desc' : 'asc',
    after: isDescending ? '<' : '>',
  };
}

export function sorted<Key extends string>(
  query: Knex.QueryBuilder,
  sorting: Sorting<Key>,
): Knex.QueryBuilder {
  const { columns, direction } = inSql(sorting);
  return query.orderByRaw(columns.map((column) => `${column} ${direction}`).join(', '));
}

/** Restricts a sorted query to the rows after a position. */
function seekAfter<Key extends string>(
  query: Knex.QueryBuilder,
  [, ...position]: SortPosition,
  sorting: Sorting<Key>,
): Knex.QueryBuilder {
  const { columns, after } = inSql(sorting);
  const marks = columns.map(() => '?').join(', ');
  return query.whereRaw(
    `(${columns.join(', ')}) ${after} (${marks})`,
    position.slice(-columns.length),
  );
}

/**
 * Restricts a sorted query to the rows that a page can have, and one more. For a list that merges
 * several sorted parts, none of which is then read as a whole.
 */
export const upToPage = <Key extends string>(
  part: Knex.QueryBuilder,
  request: PageRequest<SortPosition>,
  sorting: Sorting<Key>,
): Knex.QueryBuilder =>
  'after' in request
    ? seekAfter(part, request.after, sorting).limit(request.limit + 1)
    : part.limit(request.page * request.limit + 1);

/** A page of a large list of administrators, in a sort that the client chose. */
export async function sortedPage<Row extends object, Key extends string>(
  query: Knex.QueryBuilder,
  request: PageRequest<SortPosition>,
  { sort, keys, id, ...listing }: Sorting<Key> & Omit<Listing, 'key' | 'most'>,
): Promise<Page<Row, SortPosition>> {
  type Placed = Row & { readonly sort_place: readonly [value: string | number, id: number] };
  const sorting = { sort, keys, id };
  const { value } = inSql(sorting);
  // Formatted as JSON, which keeps the precision of times.
  const place = query.client.raw(`json_build_array(${value}, ${id}) as sort_place`);
  const list = queryList<Placed, SortPosition>(
    // The list that it searches may be sorted already.
    sorted(query.clearOrder().select(place), sorting),
    { ...listing, key: id, most: MAX_ADMIN_TOTAL },
    (rows, position) => {
      seekAfter(rows, position, sorting);
    },
  );
  const page = await cursorPage<Placed, SortPosition>(
    list,
    request,
    ({ sort_place: [value, last] }) => [sort, value, last],
  );
  return { ...page, rows: page.rows.map(({ sort_place: _, ...row }) => row as unknown as Row) };
}
