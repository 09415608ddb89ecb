import { findAsOf } from '../../db/changes.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { statement } from '../../db/statement.ts';
import type { StoredNotification } from '../../domain/messaging/current-notifications.ts';
import type { Reader } from '../../domain/messaging/languages.ts';
import { STORED_COLUMNS } from './notification-columns.sql.ts';

/** A user with live streams, and their earliest position; undefined when all streams are new. */
export interface StreamUser {
  readonly user_id: number;
  readonly since: string | undefined;
  /** The `signed_out_at` of the `StreamAccess`. */
  readonly signed_out_at: string | null;
}

export interface StreamUpdates {
  /** No further notification can become visible at or before this time. */
  readonly as_of: string;
  /** New notifications by user id, oldest first. Some may have been sent already. */
  readonly notifications: ReadonlyMap<number, readonly StreamedNotification[]>;
  /** Users who are blocked or erased, or have signed out. */
  readonly denied: readonly number[];
}

/** A notification, and what decides the language of its reader. */
export type StreamedNotification = StoredNotification & Reader & { readonly user_id: number };

/** A notification, or a row without one for a blocked or erased user. */
type Row = StreamedNotification | { readonly user_id: number; readonly id: null };

/** A stream sends at most the newest of this many. The inbox lists all. */
const MAX_PER_USER = 1_000;

type Since = {
  readonly ids: readonly number[];
  readonly since: readonly (string | null)[];
  readonly signed_out: readonly (string | null)[];
  readonly as_of: string;
};

const LIST_SINCE = statement<Since, Row>((db, { ids, since, signed_out, as_of }) =>
  db.raw(
    `select u.id as user_id, u.language, u.language_code,
            ${STORED_COLUMNS.map((column) => `n.${column}`).join()}
       from unnest(:ids::bigint[], :since::timestamptz[], :signed_out::timestamptz[])
            as p (user_id, since, signed_out_at)
       join users u on u.id = p.user_id
       left join lateral (
         select ${STORED_COLUMNS.join()}
           from notifications
          where user_id = p.user_id and is_in_inbox(in_app, dismissed_at)
            and created_at > least(p.since, :as_of)
            and not u.is_blocked and u.erased_at is null
            and u.signed_out_at is not distinct from p.signed_out_at
          order by created_at desc, id desc
          limit ${MAX_PER_USER}
       ) n on true
      where n.id is not null or u.is_blocked or u.erased_at is not null
         or u.signed_out_at is distinct from p.signed_out_at
      order by n.created_at, n.id`,
    { ids, since, signed_out, as_of },
  ),
);

/** The notifications for live streams. */
export class NotificationStreamsReadModel extends OnDatabase {
  /** Two statements for any number of users. */
  async listSince(people: readonly StreamUser[]): Promise<StreamUpdates> {
    const as_of = await findAsOf(this.db);
    const rows = await LIST_SINCE.rows(this.db, {
      ids: people.map(({ user_id }) => user_id),
      since: people.map(({ since }) => since ?? null),
      signed_out: people.map(({ signed_out_at }) => signed_out_at),
      as_of,
    });
    return {
      as_of,
      notifications: Map.groupBy(rows.filter(isNotification), ({ user_id }) => user_id),
      denied: rows.filter(({ id }) => id === null).map(({ user_id }) => user_id),
    };
  }
}

const isNotification = (row: Row): row is StreamedNotification => row.id !== null;
