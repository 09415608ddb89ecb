import { conflict } from '../errors.ts';

/**
 * Refuses a new order of a whole list unless it names each row once.
 *
 * @param rows what the list has, as `tasks of the quest`
 * @throws AppError CONFLICT, as when a row was added or deleted since the client read the list
 */
export function checkWholeOrder(
  rows: string,
  present: readonly number[],
  ids: readonly number[],
): void {
  const given = new Set(ids);
  const missing = present.filter((id) => !given.has(id)).length;
  const foreign = given.size - (present.length - missing);
  if (given.size === ids.length && missing + foreign === 0) return;
  throw conflict(
    'ids',
    `expected each of the ${present.length} ${rows} once; ${missing} are missing, ${foreign} are not in it`,
    'list_changed',
  );
}
