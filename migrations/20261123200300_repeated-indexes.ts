import type { Knex } from 'knex';

/** `drop index concurrently` waits for no reader, and works outside transactions only. */
export const config = { transaction: false };

/** Each with the index that serves its queries as well, or why no query reads it. */
const INDEXES = {
  // conferences_start_idx: nearly every conference is published.
  conferences_published_idx: `conferences (starts_on, id) where status = 'published'`,
  // quests_pkey, backwards: few quests are deleted, and there are no more than some hundreds.
  quests_admin_idx: 'quests (id desc) where deleted_at is null',
  quests_featured_idx: 'quests (id desc) where is_featured and deleted_at is null',
  // events_status_idx: the pending requests are few, and are sorted.
  events_pending_start_idx: `events (starts_at, id) where status = 'pending'`,
  events_pending_title_idx: `events (lower(title), id) where status = 'pending'`,
  // The sweep reads all proofs but the newest ones, by media_purpose_idx.
  media_proofs_idx: `media (created_at) where purpose = 'proof'`,
  // The sweep also looks for erased users, so it reads the whole table, which is empty as a rule.
  unsigned_calls_created_idx: 'unsigned_calls (created_at)',
};

export async function up(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) {
    // An interrupted build leaves an invalid index.
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${definition}`);
  }
}
