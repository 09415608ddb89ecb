import type { Knex } from 'knex';
import { onlyRow } from './rows.ts';

/** What changed in a list, beside the changed rows themselves. */
export interface ListChanges {
  /** What to ask for next time. */
  readonly as_of: string;
  /** Ids that may have been in the list and are not any more. */
  readonly gone: readonly number[];
}

/**
 * The time before which every change is visible to statements that begin from now on. Rows carry
 * the start of the transaction that changed them, so a change that is not yet committed has the
 * start of one that still runs. Ask before reading the changes.
 */
export async function settledUntil(db: Knex): Promise<string> {
  const { rows } = await db.raw<{ rows: { as_of: string }[] }>(
    // A millisecond earlier, since columns round to the next one.
    `select date_trunc('milliseconds', min(xact_start) - interval '1 ms') as as_of
       from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  );
  return onlyRow(rows).as_of;
}
