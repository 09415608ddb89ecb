import type { Knex } from 'knex';

/**
 * A notification is what one person is told. A job tells many the same: each of its recipients is a
 * row in notifications, the index on (job_id, user_id) sees to it that there is one for each.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notification_jobs (
      id             bigint generated always as identity primary key,
      title          text not null check (length(title) <= 200),
      body           text not null check (length(body) <= 4000),
      action_url     text check (length(action_url) <= 2000),
      audience       jsonb not null,
      channels       text[] not null check (
        channels <@ array['in_app', 'messenger'] and cardinality(channels) between 1 and 2),
      status         text not null default 'scheduled' check (
        status in ('scheduled', 'running', 'completed', 'cancelled', 'failed')),
      failure_reason text check (length(failure_reason) <= 100),
      scheduled_at   timestamptz(3) not null,
      started_at     timestamptz(3),
      finished_at    timestamptz(3),
      total          integer not null default 0 check (total >= 0),
      fixed_up_to    bigint not null default 0,
      fixed_at       timestamptz(3),
      created_at     timestamptz(3) not null default now(),

      check ((status = 'failed') = (failure_reason is not null)),
      check ((status in ('completed', 'cancelled', 'failed')) = (finished_at is not null)),
      check (status <> 'scheduled' or started_at is null),
      check (status not in ('running', 'completed') or started_at is not null)
    )
    -- Room to prune: every recipient's foreign key passes the versions that the batches before left.
    with (fillfactor = 10);
    comment on column notification_jobs.total is 'How many recipients it has so far; final once fixed_at is set.';
    comment on column notification_jobs.fixed_up_to is 'The id of the last person who was made a recipient: where the next batch begins.';

    -- Those that are due, and those that may be done.
    create index notification_jobs_status_idx on notification_jobs (status, scheduled_at);

    -- The recipients that a spreadsheet names, with the variables in its further columns.
    create table notification_job_people (
      job_id    bigint not null references notification_jobs on delete cascade,
      user_id   bigint not null references users on delete cascade,
      variables jsonb not null,
      primary key (job_id, user_id)
    );
    create index notification_job_people_user_idx on notification_job_people (user_id);

    alter table notifications
      add column job_id bigint references notification_jobs on delete cascade,
      add column in_app boolean not null default true;
    comment on column notifications.in_app is 'Whether it stands in the list; one for the messenger alone does not.';

    create unique index notifications_job_key on notifications (job_id, user_id)
      where job_id is not null;
    drop index notifications_unread_idx;
    create index notifications_unread_idx on notifications (user_id)
      where in_app and clicked_at is null and dismissed_at is null;
    -- The list of one person, newest first, and what is new to their stream; all of theirs, to be
    -- taken along or erased.
    create index notifications_list_idx on notifications (user_id, created_at desc, id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index notifications_list_idx, notifications_unread_idx, notifications_job_key;
    alter table notifications drop column in_app, drop column job_id;
    create index notifications_unread_idx on notifications (user_id)
      where clicked_at is null and dismissed_at is null;
    drop table notification_job_people, notification_jobs;
  `);
}
