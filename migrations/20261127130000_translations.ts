import type { Knex } from 'knex';

const TABLES = ['notification_jobs', 'reminder_templates'] as const;

/** The texts of organizers in further languages. The previous version sends the one beside them. */
export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES) {
    await knex.raw(`
      alter table ${table} add column translations jsonb not null default '{}'
        constraint ${table}_translations_check check (jsonb_typeof(translations) = 'object')`);
    await knex.raw(`
      comment on column ${table}.translations is 'Title and body by BCP 47 tag, for the readers whose language it serves.'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of TABLES) await knex.raw(`alter table ${table} drop column translations`);
}
