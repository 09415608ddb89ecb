import type { Knex } from 'knex';

/** What an import needs to name, cancel and revive the items that a source no longer has. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agenda_items
      add column import_source text check (length(import_source) <= 200),
      add column cancelled_by_import boolean not null default false;
    comment on column agenda_items.import_source is
      'Where the last import that had it came from: the host of a schedule, or "sheet".';
    comment on column agenda_items.cancelled_by_import is
      'Cancelled because its source no longer had it. An import that has it again revives it.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table agenda_items drop column import_source, drop column cancelled_by_import',
  );
}
