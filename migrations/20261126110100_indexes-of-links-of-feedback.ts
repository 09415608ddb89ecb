import type { Knex } from 'knex';

/** Concurrently, because feedback arrives while the indexes are built. */
export const config = { transaction: false };

/** GET /admin/feedback by what it is about, the newest first. No feedback of before is linked. */
const COLUMNS = { conference: 'conference_id', event: 'event_id', agenda_item: 'agenda_item_id' };

/** Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  await down(knex);
  for (const [name, column] of Object.entries(COLUMNS)) {
    await knex.raw(`
      create index concurrently feedback_${name}_idx on feedback (${column}, created_at desc, id desc)
        where ${column} is not null`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(COLUMNS)) {
    await knex.raw(`drop index concurrently if exists feedback_${name}_idx`);
  }
}
