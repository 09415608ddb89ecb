import type { Knex } from 'knex';

/** Concurrently, because users attend and sign in while the indexes are built. */
export const config = { transaction: false };

const INDEXES = {
  conference_attendances_changed_idx: 'conference_attendances (conference_id, changed_at)',
  users_roster_changed_idx: 'users (roster_changed_at) where roster_changed_at is not null',
} as const;

/** What changed in a roster since a time. Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    // An interrupted build leaves an invalid index.
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${on}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}
