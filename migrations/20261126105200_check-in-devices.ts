import type { Knex } from 'knex';

const TABLES = ['event_attendances', 'conference_attendances'] as const;

/** Who checked an attendee in, and on which device. */
export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) {
    await knex.raw(`
      alter table ${table}
        add column check_in_device text check (length(check_in_device) <= 64),
        add column check_in_key text check (length(check_in_key) <= 64),
        add column check_in_administrator_id bigint;
      comment on column ${table}.check_in_key is
        'The id of the API key that checked the attendee in, as in the audit log.';
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of TABLES) {
    await knex.raw(`
      alter table ${table}
        drop column check_in_device, drop column check_in_key, drop column check_in_administrator_id;
    `);
  }
}
