import type { Knex } from 'knex';

/** A conference decides whether its events are open to everyone or to its registered attendees. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conferences
      add column event_access text not null default 'anyone'
        check (event_access in ('anyone', 'registered'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table conferences drop column event_access');
}
