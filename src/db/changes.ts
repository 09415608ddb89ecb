import type { Knex } from 'knex';
import { readBoth } from './read-both.ts';
import { replicaRead } from './replica-read.ts';
import { onlyRow } from './rows.ts';
import { preparedQuery } from './statement.ts';

/** The fields of a list with `updated_since` besides its rows. */
export interface ListChanges {
  /** The client's next `updated_since`. */
  readonly as_of: string;
  /** Ids that may have been in the list and no longer are. Only with `updated_since`. */
  readonly gone?: readonly number[];
}

/** Runs `read`, which reads the rows of a list and, with `updated_since`, the ids that left it. */
export async function withChanges<P extends object>(
  db: Knex,
  read: () => Promise<P & { readonly gone?: readonly number[] | undefined }>,
): Promise<Omit<P, 'gone'> & { readonly changes: ListChanges }> {
  const as_of = await recentAsOf(db);
  const { gone, ...rows } = await read();
  return { ...rows, changes: { as_of, ...(gone && { gone: [...new Set(gone)] }) } };
}

/** A page and the ids that left its list, for `withChanges`. */
export async function pageWithGone<P extends object>(
  { client }: Knex,
  page: () => Promise<P>,
  gone: () => Promise<readonly number[] | undefined>,
): Promise<P & { readonly gone: readonly number[] | undefined }> {
  const [rows, ids] = await readBoth(client, page, gone);
  return { ...rows, gone: ids };
}

type GoneKind =
  | 'event'
  | 'conference'
  | 'agenda_item'
  | 'conference_speaker'
  | 'speaker'
  | 'quest'
  | 'page';

/** Selects the ids deleted after `since`, in one conference or in all. */
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
 * The time before which every change is visible to statements that start from now on. A row's
 * `updated_at` is the start of its transaction, so an uncommitted change has the start of a
 * transaction that still runs. Call this before reading the changes.
 */
export const findAsOf = async (db: Knex): Promise<string> =>
  onlyRow(await FIND_AS_OF.rows(db, {})).as_of;

/**
 * The 100 ms cover the rounding of columns to milliseconds, and the moment between a transaction's start
 * and its entry in pg_stat_activity on a busy machine.
 */
export const AS_OF = `
  select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;

const FIND_AS_OF = preparedQuery<Record<string, never>, { readonly as_of: string }>((db) =>
  db.raw(AS_OF),
);

interface Shared {
  readonly ms: number;
  /** The last `as_of`, and the time of its query, in milliseconds of `performance.now()`. */
  last?: { readonly at: number; readonly as_of: Promise<string> };
}

/** By the client of a pool. A transaction has another client, so it asks for its own `as_of`. */
const sharedByClients = new WeakMap<object, Shared>();

/** Lets the lists of a pool share one `as_of` for this number of milliseconds. */
export function shareAsOf({ client }: Knex, ms: number): void {
  sharedByClients.set(client, { ms });
}

/**
 * As `findAsOf`, or the recent `as_of` of another list: changes visible to the statements after
 * that one are visible to the statements after this one. A replica does not know the transactions of its
 * primary: a read of one has the `as_of` of what it has replayed.
 */
export async function recentAsOf(db: Knex): Promise<string> {
  const lagging = replicaRead();
  if (lagging) return lagging.as_of;
  const shared = sharedByClients.get(db.client);
  if (!shared) return findAsOf(db);
  const at = performance.now();
  if (shared.last && at - shared.last.at < shared.ms) return shared.last.as_of;
  const as_of = findAsOf(db);
  shared.last = { at, as_of };
  return as_of;
}
