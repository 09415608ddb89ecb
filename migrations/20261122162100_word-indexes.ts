import type { Knex } from 'knex';

/** `create index concurrently` waits for no writer, and works outside transactions only. */
export const config = { transaction: false };

const INDEXES = {
  // A word of less than three letters in a `q`.
  users_words_idx: 'users using gin (search_words(search_text)) where is_listed',
  users_admin_words_idx: `users using gin (
    search_words(search_text || ' @' || lower(coalesce(username, ''))))`,
  events_words_idx: 'events using gin (search_words(search_text))',
  conferences_words_idx: 'conferences using gin (search_words(search_text))',
  quests_words_idx: 'quests using gin (search_words(search_text)) where deleted_at is null',
  feedback_words_idx: 'feedback using gin (search_words(search_text))',
  // A username in GET /users?q=. It differs from the index on all usernames in its first character, so
  // that PostgreSQL does not take that one and drop the hidden usernames row by row.
  users_visible_username_idx: `users using gin (('@' || lower(username)) gin_trgm_ops)
    where is_listed and contact_visibility = 'everyone'`,
};

const create = async (knex: Knex, name: string, definition: string): Promise<void> => {
  // An attempt that failed leaves an index that PostgreSQL keeps up to date and never reads.
  await knex.raw(`drop index concurrently if exists ${name}`);
  await knex.raw(`create index concurrently ${name} on ${definition}`);
};

export async function up(knex: Knex): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) await create(knex, name, definition);
  await knex.raw('drop index concurrently if exists users_username_trgm_idx');
}

export async function down(knex: Knex): Promise<void> {
  const definition = 'users using gin (username gin_trgm_ops) where is_listed';
  await create(knex, 'users_username_trgm_idx', definition);
  for (const name of Object.keys(INDEXES)) await knex.raw(`drop index concurrently ${name}`);
}
