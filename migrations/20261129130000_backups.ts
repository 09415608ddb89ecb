import type { Knex } from 'knex';

/** The backups that deploy/backup.sh has completed, so that an alert can name an old one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table backups (
      taken_at timestamptz(3) primary key,
      finished_at timestamptz(3) not null default now(),
      constraint backups_finished_after_start check (finished_at >= taken_at)
    );
    comment on table backups is 'Written by deploy/backup.sh, or by the tool that makes the backups instead.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table backups');
}
