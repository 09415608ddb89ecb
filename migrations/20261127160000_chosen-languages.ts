import type { Knex } from 'knex';

/** Concurrently, because users sign in while the index is built. */
export const config = { transaction: false };

/** The users by language, in the order of the list of administrators. Safe to interrupt and to repeat. */
const indexOn = (language: string) => `
  create index concurrently users_by_language_idx
      on users (lower(split_part(${language}, '-', 1)), created_at, id)
   where erased_at is null`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists users_by_language_idx');
  await knex.raw(indexOn('coalesce(language, language_code)'));
  await knex.raw('drop index concurrently if exists users_language_idx');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists users_language_idx');
  await knex.raw(indexOn('language_code').replace('users_by_language_idx', 'users_language_idx'));
  await knex.raw('drop index concurrently if exists users_by_language_idx');
}
