import type { Knex } from 'knex';

export class ConnectionsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.#db('connections')
      .where({ requester_id: user_id })
      .orWhere({ recipient_id: user_id })
      .delete();
  }
}
