import type { Knex } from 'knex';
import { CORRECTED_COLUMNS, type UserChanges } from '../../domain/people/users.ts';

/**
 * The version of a user after a change: higher if a column that administrators edit changes. Compares in
 * the statement, because users update their profile without a look at it.
 */
export function versionAfter(db: Knex, changes: UserChanges): { readonly version?: Knex.Raw } {
  const names = CORRECTED_COLUMNS.filter((name) => changes[name] !== undefined);
  if (names.length === 0) return {};
  const given = names.map((name) => `:${name}`).join(', ');
  const isChanged = `(${names.join(', ')}) is distinct from (${given})`;
  return { version: db.raw(`version + (${isChanged})::integer`, { ...changes }) };
}
