/** A key ascending, or descending with a hyphen. */
export type Sort<Key extends string> = Key | `-${Key}`;

/**
 * The content of a cursor of a sorted list: its sort, and the key's value and the id of the last
 * row.
 */
export type SortPosition = readonly [sort: string, value: string | number, id: number];

/** The key of a sort, and whether it is descending. */
export const sortOf = <Key extends string>(sort: Sort<Key>) => ({
  key: (sort.startsWith('-') ? sort.slice(1) : sort) as Key,
  isDescending: sort.startsWith('-'),
});
