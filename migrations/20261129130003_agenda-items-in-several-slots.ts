import type { Knex } from 'knex';

/** One talk can have several slots, each an item with its key. Imports lock the conference. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`drop index agenda_items_import_key`);
}

/** The first of the items with a key keeps it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update agenda_items i set import_key = null
     where exists (select from agenda_items o
                    where o.conference_id = i.conference_id and o.import_key = i.import_key
                      and o.id < i.id);
    create unique index agenda_items_import_key on agenda_items (conference_id, import_key);
  `);
}
