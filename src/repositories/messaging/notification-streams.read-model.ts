import type { Knex } from 'knex';
import { findAsOf } from '../../db/changes.ts';
import type { Notification } from '../../domain/messaging/notifications.ts';
import { NOTIFICATION_COLUMNS } from './notifications.repository.ts';

/** Somebody who listens, and how far they have heard; undefined for one who begins. */
export interface StreamUser {
  readonly user_id: number;
  readonly since: string | undefined;
}

/** What there is for people who listen. */
export interface StreamUpdates {
  /** Up to here nothing more will turn up. */
  readonly as_of: string;
  /** What was written since, of each person, oldest first; they may have heard some of it. */
  readonly notifications: ReadonlyMap<number, readonly Notification[]>;
  /** Who is blocked or erased. */
  readonly denied: readonly number[];
}

/** A notification; or nothing, of somebody who may not listen any more. */
type Row = { readonly user_id: number } & (Notification | { readonly id: null });

/** Of more than these only the newest are told; the list has them all. */
const MOST_OF_ONE_PERSON = 1_000;

/** What open streams tell. */
export class NotificationStreamsReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Of all these people together; two statements, however many they are. */
  async listSince(people: readonly StreamUser[]): Promise<StreamUpdates> {
    const as_of = await findAsOf(this.#db);
    const { rows } = await this.#db.raw<{ rows: Row[] }>(
      `select u.id as user_id, ${NOTIFICATION_COLUMNS.map((column) => `n.${column}`).join()}
         from unnest(:ids::bigint[], :since::timestamptz[]) as p (user_id, since)
         join users u on u.id = p.user_id
         left join lateral (
           select ${NOTIFICATION_COLUMNS.join()}
             from notifications
            where user_id = p.user_id and is_in_inbox(in_app, dismissed_at)
              and created_at > least(p.since, :as_of)
              and not u.is_blocked and u.erased_at is null
            order by created_at desc, id desc
            limit ${MOST_OF_ONE_PERSON}
         ) n on true
        where n.id is not null or u.is_blocked or u.erased_at is not null
        order by n.created_at, n.id`,
      {
        ids: people.map(({ user_id }) => user_id),
        since: people.map(({ since }) => since ?? null),
        as_of,
      },
    );
    return {
      as_of,
      notifications: Map.groupBy(rows.filter(isNotification), ({ user_id }) => user_id),
      denied: rows.filter(({ id }) => id === null).map(({ user_id }) => user_id),
    };
  }
}

const isNotification = (row: Row): row is Row & Notification => row.id !== null;
