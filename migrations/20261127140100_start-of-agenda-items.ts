import type { Knex } from 'knex';

/** Concurrently, because organizers edit agendas while the index is built. */
export const config = { transaction: false };

/** The agenda items that begin soon, of all conferences. Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  await down(knex);
  await knex.raw(`
    create index concurrently agenda_items_start_idx on agenda_items (starts_at)
      where status = 'scheduled'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists agenda_items_start_idx');
}
