import type { Knex } from 'knex';

/** The columns that identify a duplicate broadcast. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notification_jobs
      add column created_by text check (length(created_by) <= 100),
      add column content_hash text check (length(content_hash) = 64);
    comment on column notification_jobs.created_by is 'The API key of the administrator.';
    comment on column notification_jobs.content_hash is 'SHA-256 of the content of the request; null for a spreadsheet.';

    -- The latest broadcast with the same content by the same API key.
    create index notification_jobs_content_idx
      on notification_jobs (created_by, content_hash, created_at)
      where content_hash is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index notification_jobs_content_idx;
    alter table notification_jobs drop column content_hash, drop column created_by;
  `);
}
