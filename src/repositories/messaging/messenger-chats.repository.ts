import type { Knex } from 'knex';

/** The chats that the bot has written to lately, and from when it may write to them again. */
export class MessengerChatsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async delete(chat_id: number): Promise<void> {
    await this.#db('messenger_chats').where({ chat_id }).delete();
  }
}
