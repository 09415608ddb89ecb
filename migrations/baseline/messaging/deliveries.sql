-- A delivery is the messenger message of a notification, and its state is the truth about it: the queue says only
-- that there is something to do. Each sender takes the one row of `messenger_gate` first, so that all processes
-- together keep the rate.

create table deliveries (
  notification_id bigint primary key references notifications on delete cascade,
  user_id         bigint not null references users on delete cascade,
  job_id          bigint references notification_jobs on delete cascade,
  status          text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  reason          text check (length(reason) <= 100),
  attempts        smallint not null default 0 check (attempts >= 0),
  is_test         boolean not null default false,
  due_at          timestamptz(3) not null default now(),
  run_id          uuid,
  leased_until    timestamptz(3),
  answered_at     timestamptz(3),
  is_reminder     boolean not null default false,
  concerns_at     timestamptz(3),

  constraint deliveries_sending_has_lease check ((status = 'sending') = (leased_until is not null)),
  constraint deliveries_sending_has_run check ((status = 'sending') = (run_id is not null)),
  constraint deliveries_sent_without_reason check (status <> 'sent' or reason is null),
  constraint deliveries_unsent_has_reason check ((status not in ('failed', 'skipped')) or reason is not null)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on column deliveries.reason is 'Why it failed or was skipped; of a queued one, what its last attempt met.';
comment on column deliveries.is_test is
  'Sent whatever the person wishes: an administrator tries a message on themselves.';
comment on column deliveries.run_id is
  'Who is sending it. Until leased_until nobody else may; after it, that one has died.';
comment on column deliveries.answered_at is 'When the messenger last answered: what counts towards the rate.';
comment on column deliveries.concerns_at is
  'The soonest start of what a change is about: quiet hours that end later do not hold it back.';

-- What is to be sent next: messages to one person before those of jobs.
create index deliveries_single_due_idx
  on deliveries (due_at, notification_id) where status = 'queued' and job_id is null;
create index deliveries_job_due_idx
  on deliveries (due_at, notification_id) where status = 'queued' and job_id is not null;
-- What is on its way, and what was answered within the last second.
create index deliveries_sending_idx on deliveries (leased_until) where status = 'sending';
create index deliveries_user_idx on deliveries (user_id);
create index deliveries_job_status_idx on deliveries (job_id, status, user_id);
create index deliveries_lately_answered_idx on deliveries (answered_at) where answered_at is not null;
-- What is to be sent next to single users: reminders after all other messages.
create index deliveries_alone_due_idx
  on deliveries (due_at, notification_id) where status = 'queued' and job_id is null and not is_reminder;
create index deliveries_reminders_due_idx
  on deliveries (due_at, notification_id) where status = 'queued' and job_id is null and is_reminder;
create index deliveries_outdated_reminders_idx
  on deliveries (due_at) where is_reminder and status = 'skipped' and reason = 'outdated';

create table messenger_gate (
  is_only       boolean default true primary key check (is_only),
  paused_until  timestamptz(3) not null default '1970-01-01 00:00:00+00'::timestamptz,
  paused_at     timestamptz(3),
  pause_scope   text not null default 'all' check (pause_scope in ('all', 'broadcasts')),
  pause_ends_at timestamptz(3),
  pause_reason  text check (length(pause_reason) <= 200)
);
comment on column messenger_gate.paused_at is
  'Since when an operator has stopped the sending; null while messages are sent.';
comment on column messenger_gate.pause_ends_at is
  'When the messages are sent again by themselves; null for a pause until an operator ends it.';

create table messenger_chats (
  chat_id      bigint primary key,
  free_at      timestamptz(3) not null,
  paused_until timestamptz(3),
  slowed_at    timestamptz(3)
);
comment on column messenger_chats.free_at is
  'No call writes to the chat before. All chats that are not free count toward the rate.';
comment on column messenger_chats.paused_until is
  'Asked for by the messenger in answer to a reply, an edit or a callback.';
comment on column messenger_chats.slowed_at is 'When the messenger last asked for a pause of the chat.';

create index messenger_chats_free_idx on messenger_chats (free_at);
create index messenger_chats_slowed_idx on messenger_chats (slowed_at) where slowed_at is not null;

create table messenger_updates (
  bot_id      bigint not null,
  update_id   bigint not null,
  person_id   bigint,
  content     jsonb,
  is_applied  boolean not null default false,
  received_at timestamptz(3) not null default clock_timestamp(),

  primary key (bot_id, update_id),
  constraint messenger_updates_content_has_person check ((person_id is null) = (content is null))
);
comment on table messenger_updates is 'What arrived from the messenger, for 48 hours.';
comment on column messenger_updates.person_id is 'The messenger id of the sender; null once the update is handled.';
comment on column messenger_updates.content is
  'What the sender asks for; null once the update is handled, and of updates that ask for nothing.';
comment on column messenger_updates.is_applied is 'Whether only the answer to the sender is missing.';

create index messenger_updates_received_idx on messenger_updates (received_at);
create index messenger_updates_person_idx on messenger_updates (person_id) where person_id is not null;

insert into messenger_gate default values;
