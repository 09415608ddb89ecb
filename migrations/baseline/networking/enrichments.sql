-- Enrichment: a headline, a summary and tags made from a profile, the jobs that make many of them, and the calls to
-- an outside provider, which all processes count together.

-- The fields that a provider may read. A hash of anything else would not change with them.
create function enrichment_input_hash(
  headline text, company text, job_title text, bio text,
  interests text[], looking_for text, offering text
) returns text language sql stable parallel safe as $$
      select encode(sha256(convert_to(jsonb_build_array(
        headline, company, job_title, bio, interests, looking_for, offering)::text, 'UTF8')), 'hex')
    $$;

create table enrichments (
  user_id      bigint primary key references users on delete cascade,
  status       text not null check (status in ('pending', 'ready', 'failed')),
  provider     text not null check (provider in ('local', 'chat')),
  headline     text check (length(headline) <= 120),
  summary      text check (length(summary) <= 500),
  tags         text[] not null default '{}' check (cardinality(tags) <= 12),
  interests    text[] not null default '{}' check (cardinality(interests) <= 20),
  input_hash   text check (length(input_hash) = 64),
  generated_at timestamptz(3),
  synced_at    timestamptz(3),
  error        text check (error in ('invalid_answer', 'unavailable')),

  constraint enrichments_failed_has_error check ((status = 'failed') = (error is not null)),
  constraint enrichments_ready_has_input check (
    status <> 'ready' or generated_at is not null and input_hash is not null
  )
);
comment on table enrichments is
  'Content, provider and generated_at are those of the last success, also while status is pending or failed.';
comment on column enrichments.input_hash is 'enrichment_input_hash of the profile it was made from.';
comment on column enrichments.synced_at is 'Null: the tags count for nothing.';

create table enrichment_jobs (
  id         bigint generated always as identity primary key,
  is_forced  boolean not null,
  queued     integer not null default 0 check (queued >= 0),
  skipped    integer not null default 0 check (skipped >= 0),
  created_at timestamptz(3) not null default now()
);
comment on column enrichment_jobs.queued is 'When the job was created.';
comment on column enrichment_jobs.skipped is 'When the job was created.';

-- The deletion of old jobs.
create index enrichment_jobs_created_idx on enrichment_jobs (created_at);

create table enrichment_job_users (
  job_id          bigint not null references enrichment_jobs on delete cascade,
  user_id         bigint not null references users on delete cascade,
  status          text not null default 'queued'
    check (status in ('queued', 'running', 'ready', 'failed', 'skipped')),
  attempts        integer not null default 0,
  invalid_answers integer not null default 0,
  due_at          timestamptz(3) not null default now(),
  run_id          uuid,
  leased_until    timestamptz(3),
  finished_at     timestamptz(3),

  primary key (job_id, user_id),
  constraint enrichment_job_users_running_has_lease check (
    (status = 'running') = (run_id is not null and leased_until is not null)
  )
);

-- The next users, and the users whose worker died.
create index enrichment_job_users_due_idx on enrichment_job_users (due_at, job_id, user_id) where status = 'queued';
create index enrichment_job_users_running_idx on enrichment_job_users (leased_until) where status = 'running';
-- Erasures, and DELETE /users/me/enrichment.
create index enrichment_job_users_user_idx on enrichment_job_users (user_id);
create index enrichment_job_users_unfinished_idx on enrichment_job_users (job_id) where finished_at is null;

create table enrichment_calls (
  id         bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  ended_at   timestamptz(3)
);
comment on table enrichment_calls is
  'Calls to the outside provider of the last minutes, for the rate of all processes together.';

create table enrichment_gate (
  is_only      boolean default true primary key check (is_only),
  paused_until timestamptz(3) not null default '1970-01-01 00:00:00+00'::timestamptz
);

insert into enrichment_gate default values;
