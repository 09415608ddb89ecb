import type { Knex } from 'knex';

/** By which agenda items of an imported schedule are known again, whatever else changed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agenda_items add column import_key text check (length(import_key) <= 200);
    comment on column agenda_items.import_key is 'The guid of the item in an imported schedule.';
    create unique index agenda_items_import_key on agenda_items (conference_id, import_key);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table agenda_items drop column import_key');
}
