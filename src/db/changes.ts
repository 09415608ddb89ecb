import type { Knex } from 'knex';
import { onlyRow } from './rows.ts';

/** What changed in a list, beside the changed rows themselves. */
export interface ListChanges {
  /** What to ask for next time. */
  readonly as_of: string;
  /** Ids that may have been in the list and are not any more. */
  readonly gone: readonly number[];
}

/** The rows of a list that changed, by `page`, and what is gone from it. */
export async function withChanges<P extends object>(
  db: Knex,
  page: () => Promise<P>,
  gone: () => Promise<readonly number[]>,
): Promise<P & { readonly changes: ListChanges }> {
  const as_of = await findAsOf(db);
  const [rows, ids] = await Promise.all([page(), gone()]);
  return { ...rows, changes: { as_of, gone: [...new Set(ids)] } };
}

type GoneKind = 'event' | 'conference' | 'agenda_item' | 'conference_speaker';

/** The ids of what was deleted since; of one conference, or of all. */
export const deletedSince = (
  db: Knex,
  kind: GoneKind,
  { since, conference_id }: { since: string; conference_id?: number | undefined },
): Knex.QueryBuilder => {
  const deleted = db('gone_rows')
    .where({ kind })
    .where('gone_at', '>', since)
    .select('gone_id as id');
  return conference_id === undefined ? deleted : deleted.where({ conference_id });
};

/**
 * The time before which every change is visible to statements that begin from now on. Rows carry
 * the start of the transaction that changed them, so a change that is not yet committed has the
 * start of one that still runs. Ask before reading the changes.
 */
export async function findAsOf(db: Knex): Promise<string> {
  const { rows } = await db.raw<{ rows: { as_of: string }[] }>(
    // Earlier still by far more than columns round, and than a busy machine takes from when a
    // transaction knows its start to when it shows it.
    `select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
       from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  );
  return onlyRow(rows).as_of;
}
