import type { Knex } from 'knex';

/** Concurrently, because users attend events while the indexes are built. */
export const config = { transaction: false };

const INDEXES = {
  /** `GET /admin/events?sort=created_at`. */
  events_created_idx: 'events (created_at, id)',
  /** `GET /admin/events?has_seats`. */
  events_full_idx: 'events (is_full, starts_at, id)',
};

export async function up(knex: Knex): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) {
    // An interrupted build leaves an invalid index.
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${definition}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}
