import type { Knex } from 'knex';

const STATUSES = `'scheduled', 'running', 'completed', 'cancelled', 'failed'`;

/**
 * Broadcasts have drafts, an author, and words that a search finds. A broadcast counts as submitted when it
 * leaves its draft: only then it can be a duplicate. The previous version submits each one as it inserts it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notification_jobs
      alter column scheduled_at drop not null,
      -- contract: unused since 0.1.0, because the check below allows all that it allows
      drop constraint notification_jobs_status_check,
      add constraint notification_jobs_status_check check (status in ('draft', ${STATUSES})),
      add constraint notification_jobs_submitted_has_time check (status = 'draft' or scheduled_at is not null),
      add constraint notification_jobs_draft_not_started check (status <> 'draft' or started_at is null),
      add column submitted_at timestamptz(3),
      add column administrator_id bigint references administrators (id),
      add column search_text text generated always as (
        folded_for_search(title || ' ' || body)) stored`);
  await knex.raw('update notification_jobs set submitted_at = created_at');
  await knex.raw('alter table notification_jobs alter column submitted_at set default now()');
  await knex.raw(`
    comment on column notification_jobs.submitted_at is 'When it was scheduled with this content; null for a draft.';
    comment on column notification_jobs.administrator_id is 'The author; null for a key of a machine or of ADMIN_API_KEY.'`);
  await knex.raw(`
    create index notification_jobs_search_idx on notification_jobs using gin (search_text gin_trgm_ops)`);
  await knex.raw(`
    create index notification_jobs_submitted_idx on notification_jobs (created_by, content_hash, submitted_at)
     where content_hash is not null`);
  await knex.raw(`
    create index notification_jobs_administrator_idx on notification_jobs (administrator_id)
     where administrator_id is not null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`delete from notification_jobs where status = 'draft'`);
  await knex.raw(`
    alter table notification_jobs
      drop column search_text,
      drop column administrator_id,
      drop column submitted_at,
      drop constraint notification_jobs_draft_not_started,
      drop constraint notification_jobs_submitted_has_time,
      drop constraint notification_jobs_status_check,
      add constraint notification_jobs_status_check check (status in (${STATUSES})),
      alter column scheduled_at set not null`);
}
