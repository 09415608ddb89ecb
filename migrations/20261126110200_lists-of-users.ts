import type { Knex } from 'knex';

/** Concurrently, because users sign in while the indexes are built. */
export const config = { transaction: false };

/** GET /admin/users sorted by last name; by language, and by who can be reached, the newest first. */
const INDEXES = {
  users_last_name_idx: `(coalesce(last_name, ''), id)`,
  users_language_idx: `(lower(split_part(language_code, '-', 1)), created_at, id)`,
  users_reachable_idx: '(messenger_reachable, created_at, id)',
};

/** Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  await down(knex);
  for (const [name, columns] of Object.entries(INDEXES)) {
    await knex.raw(`create index concurrently ${name} on users ${columns} where erased_at is null`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}
