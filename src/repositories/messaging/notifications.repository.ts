import type { Knex } from 'knex';
import { type NotifiedRow, notifiedColumn } from '../../db/notify-channel.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type {
  NotificationDraft,
  WrittenNotification,
} from '../../domain/messaging/admin-notifications.ts';
import type { StoredNotification } from '../../domain/messaging/current-notifications.ts';
import type { NotificationEvent } from '../../domain/messaging/notification-args.ts';
import { render } from '../../domain/messaging/notification-texts.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import type { Notification } from '../../domain/messaging/notifications.ts';
import type { Connection } from '../../domain/networking/connections.ts';
import type { OnNotified } from '../post-commit-hooks.ts';
import { STORED_COLUMNS } from './notification-columns.sql.ts';

/** `place` is the index of the draft. */
export interface PlacedNotification extends WrittenNotification {
  readonly place: number;
}

/**
 * Wraps an insert into notifications: also queues a message to each user who gets messages of
 * `:topic`, unless `:toMessenger` is false. Selects a `NotifiedRow` for the live streams and the workers.
 */
const withDeliveries = (insert: string) => `
  with notified as (${insert} returning id, user_id, data), written as (
    insert into deliveries (notification_id, user_id, is_reminder)
    select t.id, t.user_id, :isReminder
      from notified t
      join users u on u.id = t.user_id
      left join notification_settings s on s.user_id = t.user_id
     where :toMessenger and not u.is_blocked
       and delivery_skip_reason(
         u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic) is null
    returning 1
  )
  select ${notifiedColumn('exists (select from written)')}`;

/**
 * SQL for notifications about another user's action, and that user's id; the same text as in their
 * index.
 */
const IS_OF_ACTOR = `type in ('connection_request', 'connection_accepted')`;
const ACTOR_ID = `(data -> 'actor' ->> 'id')::bigint`;

type ForAll = Pick<Notification, 'type' | 'title' | 'body'> & {
  readonly topic: string;
  readonly args: string;
  readonly action_url: string | null;
  readonly data: string;
  readonly toMessenger: boolean;
  readonly isReminder: boolean;
  readonly user_ids: number[];
};

/** A select hides the number of users from the planner, which would plan again at each call. */
const INSERT_FOR_ALL = statement<ForAll, NotifiedRow>(
  (db, { type, topic, title, body, action_url, data, args, toMessenger, isReminder, user_ids }) =>
    db.raw(
      withDeliveries(`
        insert into notifications (user_id, type, title, body, action_url, data, args)
        select u.id, :type, :title, :body, :action_url, :data::jsonb, :args::jsonb from users u
         where u.id = any((select :user_ids::bigint[])::bigint[]) and u.erased_at is null for key share of u`),
      { type, topic, title, body, action_url, data, args, toMessenger, isReminder, user_ids },
    ),
);

export class NotificationsRepository extends OnDatabase {
  readonly #onNotified: OnNotified;

  constructor(db: Knex, onNotified: OnNotified) {
    super(db);
    this.#onNotified = onNotified;
  }

  /**
   * Inserts the same notice for each user who is not erased, with its English texts. `inAppOnly`
   * queues no messages; those of `isReminder` are sent after the others.
   */
  async insertForAll(
    user_ids: readonly number[],
    notice: NotificationEvent,
    { inAppOnly = false, isReminder = false }: { inAppOnly?: boolean; isReminder?: boolean } = {},
  ): Promise<void> {
    const { type, args, action_url = null, data } = notice;
    const { title, body } = render(type, args, 'en');
    const rows = await INSERT_FOR_ALL.rows(this.db, {
      toMessenger: !inAppOnly,
      isReminder,
      type,
      topic: TOPIC_OF[type],
      title,
      body,
      action_url,
      data: JSON.stringify(data),
      args: JSON.stringify(args),
      user_ids: [...user_ids],
    });
    this.#onNotified(onlyRow(rows).notified);
  }

  /**
   * Inserts notifications to single users and returns them in the given order. A message that
   * cannot be delivered is stored as skipped with its reason; a test message ignores the user's
   * settings. An unknown, erased or blocked user gets no row.
   */
  async insertMessages(
    drafts: readonly NotificationDraft[],
    { is_test = false }: { is_test?: boolean } = {},
  ): Promise<PlacedNotification[]> {
    const { rows } = await this.db.raw<{ rows: (PlacedNotification & NotifiedRow)[] }>(
      `with given as (
         select nextval(pg_get_serial_sequence('notifications', 'id')) as id, g.*,
                case when not :is_test then delivery_skip_reason(
                  u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic)
                end as obstacle
           from jsonb_to_recordset(:drafts::jsonb) as g (
             place integer, user_id bigint, title text, body text, action_url text, start jsonb,
             channels text[])
           join users u on u.id = g.user_id and u.erased_at is null and not u.is_blocked
           left join notification_settings s on s.user_id = u.id
          order by g.place
            for key share of u
       ), written as (
         insert into notifications (id, user_id, type, title, body, action_url, start, in_app)
         overriding system value
         select id, user_id, 'message', title, body, action_url, start, 'in_app' = any(channels)
           from given
         returning *
       ), sent as (
         insert into deliveries (notification_id, user_id, status, reason, is_test)
         select id, user_id, case when obstacle is null then 'queued' else 'skipped' end,
                obstacle, :is_test
           from given where 'messenger' = any(channels)
         returning notification_id, status, reason
       ), notified as (
         select user_id from written where in_app
       )
       select g.place, w.id, w.user_id, w.type, w.title, w.body, w.action_url, w.start, w.data, g.channels,
              case when s.status is not null then
                json_build_object('status', s.status, 'reason', s.reason) end as delivery,
              w.created_at, ${notifiedColumn()}
         from given g
         join written w on w.id = g.id
         left join sent s on s.notification_id = g.id
        order by g.place`,
      {
        topic: TOPIC_OF.message,
        is_test,
        drafts: JSON.stringify(drafts.map((draft, place) => ({ ...draft, place }))),
      },
    );
    this.#onNotified(rows[0]?.notified ?? null);
    return rows.map(({ notified: _, ...row }) => row);
  }

  /** Returns the notification, even a dismissed one; undefined if it is not the user's. */
  async updateClicked(
    user_id: number,
    id: number,
    at: string,
  ): Promise<StoredNotification | undefined> {
    return this.#mark('clicked_at', { user_id, id, at });
  }

  /** As `updateClicked`. */
  async updateDismissed(
    user_id: number,
    id: number,
    at: string,
  ): Promise<StoredNotification | undefined> {
    return this.#mark('dismissed_at', { user_id, id, at });
  }

  /**
   * Dismisses the given notifications, or all. Returns the number of those that were in the inbox.
   */
  async updateAllDismissed(
    user_id: number,
    ids: readonly number[] | undefined,
    dismissed_at: string,
  ): Promise<number> {
    const listed = this.db('notifications')
      .where({ user_id })
      .whereRaw('is_in_inbox(in_app, dismissed_at)')
      .select('id');
    if (ids) listed.whereRaw('id = any(?::bigint[])', [[...ids]]);
    // Locks in id order, so that two parallel calls never deadlock.
    return this.db('notifications')
      .whereRaw('id = any(array(?))', [listed.orderBy('id').forUpdate()])
      .update({ dismissed_at });
  }

  /** Deletes the notification of a connection request, and its message if it is not sent yet. */
  async deleteConnectionRequest({ id, requester_id, recipient_id }: Connection): Promise<void> {
    await this.db('notifications')
      .where({ type: 'connection_request', user_id: recipient_id })
      .whereRaw(`${IS_OF_ACTOR} and ${ACTOR_ID} = ?`, [requester_id])
      .whereRaw(`(data ->> 'connection_id')::bigint = ?`, [id])
      .delete();
  }

  /** Deletes the notifications of each of two users that name the other. */
  async deleteBetween(one_id: number, other_id: number): Promise<void> {
    // Locks in id order, as `updateAllDismissed` does.
    await this.db.raw(
      `delete from notifications where id = any(array(
         select id from notifications
          where ${IS_OF_ACTOR} and (${ACTOR_ID} = :one_id and user_id = :other_id
                                    or ${ACTOR_ID} = :other_id and user_id = :one_id)
          order by id for update))`,
      { one_id, other_id },
    );
  }

  /**
   * Locks FOR UPDATE, in id order, a user's notifications and others' notifications that name the
   * user.
   */
  async lockAllOf(user_id: number): Promise<void> {
    await this.db('notifications')
      .where({ user_id })
      .orWhereRaw(`(${IS_OF_ACTOR} and ${ACTOR_ID} = ?)`, [user_id])
      .orderBy('id')
      .forUpdate()
      .select('id');
  }

  /** Deletes other users' notifications that name this user. */
  async deleteAllAbout(actor_id: number): Promise<void> {
    await this.db('notifications')
      .whereRaw(`${IS_OF_ACTOR} and ${ACTOR_ID} = ?`, [actor_id])
      .delete();
  }

  /**
   * Deletes an erased user's notifications. Rows of a job stay for its statistics, without their
   * contents; their queued messages are skipped.
   */
  async deleteContentsOf(user_id: number): Promise<void> {
    await this.db.raw(
      `with gone as (
         delete from notifications where user_id = :user_id and job_id is null
       ), unsent as (
         update deliveries set status = 'skipped', reason = 'erased'
          where user_id = :user_id and job_id is not null and status = 'queued'
       )
       update notifications set title = '', body = '', action_url = null, start = null, data = '{}', args = null, before = null
        where user_id = :user_id and job_id is not null`,
      { user_id },
    );
  }

  async #mark(
    column: 'clicked_at' | 'dismissed_at',
    { user_id, id, at }: { user_id: number; id: number; at: string },
  ): Promise<StoredNotification | undefined> {
    const [row] = await this.db('notifications')
      .where({ user_id, id, in_app: true })
      // Updates even an unchanged row, so that RETURNING shows a value written concurrently.
      .update(column, this.db.raw('coalesce(??, ?)', [column, at]))
      .returning<StoredNotification[]>(STORED_COLUMNS);
    return row;
  }
}
