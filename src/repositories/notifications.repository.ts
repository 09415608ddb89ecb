import type { Knex } from 'knex';
import type { NewNotification } from '../domain/notifications.ts';

export class NotificationsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async insert({ data, ...notification }: NewNotification): Promise<void> {
    await this.#db('notifications').insert({ ...notification, data: JSON.stringify(data) });
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.#db('notifications').where({ user_id }).delete();
  }
}
