import type { Knex } from 'knex';

/**
 * The column that changes with the capacity: seats within the new capacity are not over it any more.
 * `taken` is SQL for the number of held seats.
 */
export function overCapacityAfter(
  db: Knex,
  taken: string,
  { capacity }: { readonly capacity?: number | null | undefined },
): { readonly over_capacity_count?: Knex.Raw | number } {
  if (capacity === undefined) return {};
  if (capacity === null) return { over_capacity_count: 0 };
  const over = `least(over_capacity_count, greatest(0, ${taken} - ?::integer))`;
  return { over_capacity_count: db.raw(over, [capacity]) };
}

/** SQL for `over_capacity_count` once `freed`, SQL for a number of seats, are free again. */
export const overCapacityAfterFreeing = (freed: string): string =>
  `greatest(0, over_capacity_count - ${freed})`;
