import type { Knex } from 'knex';
import type { Notice } from '../domain/notifications.ts';
import { NOT_OF_A_DRAFT } from './events.repository.ts';

/** What is said of an event to all who go there. */
export interface EventNotice {
  readonly type: 'event_updated' | 'event_cancelled';
  readonly title: string;
  readonly body: string;
}

export class NotificationsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The same notice to each of these people, save for those who are erased. */
  async insertForAll(user_ids: readonly number[], notice: Notice): Promise<void> {
    const { type, title, body, action_url = null, data } = notice;
    await this.#db.raw(
      `insert into notifications (user_id, type, title, body, action_url, data)
       select u.id, :type, :title, :body, :action_url, :data::jsonb
         from users u where u.id = any(:user_ids::bigint[]) and u.erased_at is null
          for key share`,
      { type, title, body, action_url, data: JSON.stringify(data), user_ids: [...user_ids] },
    );
  }

  /**
   * A notice of each of these events to all who go there or wait; `body` comes before the title of
   * the event. Nobody is told of the events of a draft conference.
   */
  async insertForAttendeesOf(
    event_ids: readonly number[],
    { type, title, body }: EventNotice,
  ): Promise<void> {
    await this.#db.raw(
      `insert into notifications (user_id, type, title, body, data)
       select u.id, :type, :title, :body || e.title, jsonb_build_object('event_id', e.id)
         from events e
         join event_attendances a on a.event_id = e.id and a.status <> 'cancelled'
         join users u on u.id = a.user_id and u.erased_at is null
        where e.id = any(:event_ids::bigint[]) and ${NOT_OF_A_DRAFT}
          for key share of u`,
      { type, title, body, event_ids: [...event_ids] },
    );
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.#db('notifications').where({ user_id }).delete();
  }
}
