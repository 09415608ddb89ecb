-- A job notifies many users of the same: one row in `notifications` for each recipient, once for each.

create table notification_jobs (
  id               bigint generated always as identity primary key,
  title            text not null check (length(title) <= 200),
  body             text not null check (length(body) <= 4000),
  action_url       text check (length(action_url) <= 2000),
  audience         jsonb not null,
  channels         text[] not null
    check (channels <@ array['in_app', 'messenger'] and cardinality(channels) between 1 and 2),
  status           text not null default 'scheduled'
    check (status in ('draft', 'scheduled', 'running', 'completed', 'cancelled', 'failed')),
  failure_reason   text check (length(failure_reason) <= 100),
  scheduled_at     timestamptz(3),
  started_at       timestamptz(3),
  finished_at      timestamptz(3),
  total            integer not null default 0 check (total >= 0),
  fixed_up_to      bigint not null default 0,
  fixed_at         timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  created_by       text check (length(created_by) <= 100),
  content_hash     text check (length(content_hash) = 64),
  type             text not null default 'message' check (type in ('message', 'quest_reminder')),
  quest_id         bigint,
  version          integer not null default 1,
  submitted_at     timestamptz(3) default now(),
  administrator_id bigint,
  search_text      text generated always as (folded_for_search(title || ' ' || body)) stored,
  recalled_at      timestamptz(3),
  start            jsonb,
  translations     jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),

  constraint notification_jobs_draft_not_started check (status <> 'draft' or started_at is null),
  constraint notification_jobs_failed_has_reason check ((status = 'failed') = (failure_reason is not null)),
  constraint notification_jobs_finished_has_time check (
    (status in ('completed', 'cancelled', 'failed')) = (finished_at is not null)
  ),
  constraint notification_jobs_open_one_thing check (start is null or action_url is null),
  constraint notification_jobs_reminder_has_quest check ((type = 'quest_reminder') = (quest_id is not null)),
  constraint notification_jobs_run_has_start check (
    (status not in ('running', 'completed')) or started_at is not null
  ),
  constraint notification_jobs_scheduled_not_started check (status <> 'scheduled' or started_at is null),
  constraint notification_jobs_submitted_has_time check (status = 'draft' or scheduled_at is not null)
) with (fillfactor = 10);
comment on column notification_jobs.total is 'How many recipients it has so far; final once fixed_at is set.';
comment on column notification_jobs.fixed_up_to is
  'The id of the last person who was made a recipient: where the next batch begins.';
comment on column notification_jobs.created_by is 'The API key of the administrator.';
comment on column notification_jobs.content_hash is 'SHA-256 of the content of the request; null for a spreadsheet.';
comment on column notification_jobs.quest_id is 'Of a reminder: the quest that it is about.';
comment on column notification_jobs.version is 'Raised by each edit of a field that organizers set.';
comment on column notification_jobs.submitted_at is 'When it was scheduled with this content; null for a draft.';
comment on column notification_jobs.administrator_id is
  'The author; null for a key of a machine or of ADMIN_API_KEY.';
comment on column notification_jobs.translations is
  'Title and body by BCP 47 tag, for the readers whose language it serves.';

-- Those that are due, and those that may be done.
create index notification_jobs_status_idx on notification_jobs (status, scheduled_at);
-- The latest broadcast with the same content by the same API key.
create index notification_jobs_content_idx
  on notification_jobs (created_by, content_hash, created_at) where content_hash is not null;
create index notification_jobs_quest_idx
  on notification_jobs (quest_id) where status = 'scheduled' and quest_id is not null;
-- GET /admin/notifications/jobs?sort=scheduled_at
create index notification_jobs_scheduled_idx on notification_jobs (scheduled_at, id);
create index notification_jobs_search_idx on notification_jobs using gin (search_text gin_trgm_ops);
create index notification_jobs_submitted_idx
  on notification_jobs (created_by, content_hash, submitted_at) where content_hash is not null;
create index notification_jobs_administrator_idx
  on notification_jobs (administrator_id) where administrator_id is not null;

create table broadcast_recipients (
  job_id    bigint not null references notification_jobs on delete cascade,
  user_id   bigint not null references users on delete cascade,
  variables jsonb not null,

  primary key (job_id, user_id)
);

create index broadcast_recipients_user_idx on broadcast_recipients (user_id);

create table session_reminders (
  user_id         bigint not null references users on delete cascade,
  thing           text not null check (length(thing) <= 50),
  starts_at       timestamptz(3) not null,
  notification_id bigint references notifications on delete set null,

  primary key (user_id, thing, starts_at)
);
comment on table session_reminders is 'Whom the service has reminded, of what and of which start.';
comment on column session_reminders.thing is
  'Kind and id, as in event:12. An agenda item with an event is that event.';

-- What a worker that sends the reminder checks once more.
create index session_reminders_notification_idx on session_reminders (notification_id);
-- The sweep of what has begun.
create index session_reminders_start_idx on session_reminders (starts_at);

alter table notifications
  add constraint notifications_job_id_fkey foreign key (job_id) references notification_jobs (id) on delete cascade;
