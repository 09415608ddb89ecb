import type { Knex } from 'knex';

/** Concurrently, because messages are sent while the indexes are built. */
export const config = { transaction: false };

const INDEXES = {
  bot_messages_sent_idx: 'bot_messages (sent_at)',
  bot_messages_unanswered_idx: `bot_messages (leased_until) where state = 'sending'`,
};

/** The sweep of old messages, and of those that were never answered. Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${on}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}
