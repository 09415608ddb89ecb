import type { Knex } from 'knex';
import type { Notice } from '../domain/notifications.ts';

export class NotificationsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The same notice to each of these people. */
  async insertForAll(user_ids: readonly number[], notice: Notice): Promise<void> {
    const { type, title, body, action_url = null, data } = notice;
    await this.#db.raw(
      `insert into notifications (user_id, type, title, body, action_url, data)
       select user_id, :type, :title, :body, :action_url, :data::jsonb
         from unnest(:user_ids::bigint[]) as user_id`,
      { type, title, body, action_url, data: JSON.stringify(data), user_ids: [...user_ids] },
    );
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.#db('notifications').where({ user_id }).delete();
  }
}
