import type { Knex } from 'knex';

/** Concurrently, because messages are sent while the index is built. */
export const config = { transaction: false };

/** The reminders that came too late, which operators count. Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  await down(knex);
  await knex.raw(`
    create index concurrently deliveries_outdated_reminders_idx on deliveries (due_at)
      where is_reminder and status = 'skipped' and reason = 'outdated'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists deliveries_outdated_reminders_idx');
}
