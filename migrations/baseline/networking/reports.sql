-- Users who block the sight of each other, and reports of users by users. A report freezes what it is about; it
-- outlives the connection, a block and its reporter, and is deleted with the erasure of the reported user.

create table blocks (
  blocker_id bigint not null references users on delete cascade,
  blocked_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,

  primary key (blocker_id, blocked_id),
  constraint blocks_of_another_user check (blocker_id <> blocked_id)
);
comment on table blocks is 'Hides two users from each other; either of them can have blocked the other.';

create index blocks_blocked_idx on blocks (blocked_id, blocker_id);

create table user_reports (
  id            bigint generated always as identity primary key,
  reported_id   bigint not null references users on delete cascade,
  reporter_id   bigint references users on delete set null,
  reason        text not null,
  text          text,
  connection_id bigint references connections on delete set null,
  message       text,
  profile       jsonb not null,
  created_at    timestamptz(3) not null,
  outcome       text,
  note          text,
  resolved_at   timestamptz(3),

  constraint user_reports_lengths check (char_length(text) <= 1000 and char_length(note) <= 2000),
  constraint user_reports_of_another_user check (reported_id <> reporter_id),
  constraint user_reports_outcome check (outcome in ('dismissed', 'warned', 'blocked')),
  constraint user_reports_reason check (reason in ('spam', 'harassment', 'impersonation', 'other')),
  constraint user_reports_resolution check (
    (outcome is null) = (resolved_at is null) and (note is null or outcome is not null)
  )
);
comment on table user_reports is 'What users report about users, for moderators.';
comment on column user_reports.message is
  'The message of the connection as it was when it was reported; the connection may be gone.';
comment on column user_reports.profile is 'The profile as it was when it was reported.';

create unique index user_reports_open_idx on user_reports (reporter_id, reported_id) where resolved_at is null;
create index user_reports_reported_idx on user_reports (reported_id, created_at, id);
create index user_reports_reporter_idx on user_reports (reporter_id, created_at);
create index user_reports_connection_idx on user_reports (connection_id);
create index user_reports_created_idx on user_reports (created_at, id);
create index user_reports_waiting_idx on user_reports (created_at, id) where resolved_at is null;
create index user_reports_resolved_idx on user_reports (resolved_at);
