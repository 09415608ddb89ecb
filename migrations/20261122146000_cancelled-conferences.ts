import type { Knex } from 'knex';

/** Conferences that are cancelled; they stay readable and take nobody in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conferences
      drop constraint conferences_status_check,
      add constraint conferences_status_check
        check (status in ('draft', 'published', 'cancelled', 'archived'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update conferences set status = 'archived' where status = 'cancelled';
    alter table conferences
      drop constraint conferences_status_check,
      add constraint conferences_status_check check (status in ('draft', 'published', 'archived'));
  `);
}
