import type { Knex } from 'knex';
import { onlyRow } from '../db/rows.ts';
import { type Notice, TOPIC_OF } from '../domain/notifications.ts';
import { NOT_OF_A_DRAFT } from './events.repository.ts';
import { SIGNAL } from './signals.ts';

/** What is said of an event to all who go there. */
export interface EventNotice {
  readonly type: 'event_updated' | 'event_cancelled';
  readonly title: string;
  readonly body: string;
}

/** What became of a notice. */
export interface Told {
  /** How many messages the messenger is to bring: the queue has to be told of them. */
  readonly messages: number;
}

/**
 * Around an insert into notifications: whoever wants messages of the :topic gets one from the
 * messenger too, and the open streams of these people are told.
 */
const telling = (insert: string) => `
  with told as (${insert} returning id, user_id), written as (
    insert into deliveries (notification_id, user_id)
    select t.id, t.user_id
      from told t
      join users u on u.id = t.user_id
      left join notification_settings s on s.user_id = t.user_id
     where u.messenger_reachable and u.notifications_enabled and not u.is_blocked
       and not coalesce(:topic = any(s.muted_topics), false)
    returning 1
  )
  select (select count(*) from written) as messages, ${SIGNAL}`;

export class NotificationsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The same notice to each of these people, save for those who are erased. */
  async insertForAll(user_ids: readonly number[], notice: Notice): Promise<Told> {
    const { type, title, body, action_url = null, data } = notice;
    const { rows } = await this.#db.raw<{ rows: Told[] }>(
      telling(`
        insert into notifications (user_id, type, title, body, action_url, data)
        select u.id, :type, :title, :body, :action_url, :data::jsonb
          from users u where u.id = any(:user_ids::bigint[]) and u.erased_at is null
           for key share`),
      {
        type,
        topic: TOPIC_OF[type],
        title,
        body,
        action_url,
        data: JSON.stringify(data),
        user_ids: [...user_ids],
      },
    );
    return onlyRow(rows);
  }

  /**
   * A notice of each of these events to all who go there or wait; `body` comes before the title of
   * the event. Nobody is told of the events of a draft conference.
   */
  async insertForAttendeesOf(
    event_ids: readonly number[],
    { type, title, body }: EventNotice,
  ): Promise<Told> {
    const { rows } = await this.#db.raw<{ rows: Told[] }>(
      telling(`
        insert into notifications (user_id, type, title, body, data)
        select u.id, :type, :title, :body || e.title, jsonb_build_object('event_id', e.id)
          from events e
          join event_attendances a on a.event_id = e.id and a.status <> 'cancelled'
          join users u on u.id = a.user_id and u.erased_at is null
         where e.id = any(:event_ids::bigint[]) and ${NOT_OF_A_DRAFT}
           for key share of u`),
      { type, topic: TOPIC_OF[type], title, body, event_ids: [...event_ids] },
    );
    return onlyRow(rows);
  }

  /**
   * What nobody was told but them goes; a row that a job counts stays, empty, and what of it was
   * still to be sent is not sent.
   */
  async eraseAllOf(user_id: number): Promise<void> {
    await this.#db.raw(
      `with gone as (
         delete from notifications where user_id = :user_id and job_id is null
       ), unsent as (
         update deliveries set status = 'skipped', reason = 'erased'
          where user_id = :user_id and job_id is not null and status = 'queued'
       )
       update notifications set title = '', body = '', action_url = null, data = '{}'
        where user_id = :user_id and job_id is not null`,
      { user_id },
    );
  }
}
