import type { Knex } from 'knex';

/** Concurrently, because notifications are written while the index is built. */
export const config = { transaction: false };

/** The notices that another one replaces: its foreign key. Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  await down(knex);
  await knex.raw(`
    create index concurrently notifications_superseded_by_idx on notifications (superseded_by)
     where superseded_by is not null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists notifications_superseded_by_idx');
}
