import type { Knex } from 'knex';

/** The messages in the chats with the bot, which outlive their notifications. */
export class BotMessagesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.#db('bot_messages').where({ user_id }).delete();
  }
}
