import type { Knex } from 'knex';

/** Conferences that are cancelled; they stay readable and take nobody in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conferences
      drop constraint conferences_status_check,
      add constraint conferences_status_check
        check (status in ('draft', 'published', 'cancelled', 'archived'));
    -- Who asks whether a quest is hidden finds the few cancelled ones by it.
    create index conferences_cancelled_idx on conferences (id) where status = 'cancelled';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index conferences_cancelled_idx;
    update conferences set status = 'archived' where status = 'cancelled';
    alter table conferences
      drop constraint conferences_status_check,
      add constraint conferences_status_check check (status in ('draft', 'published', 'archived'));
  `);
}
