-- Tasks of quests, and what users submit. Signed and unsigned calls of partners wait here until a worker applies
-- them.

create table quest_tasks (
  id                   bigint generated always as identity primary key,
  quest_id             bigint not null references quests,
  title                text not null check (length(title) <= 200),
  description          text check (length(description) <= 5000),
  type                 text not null
    check (
      type in ('link', 'text', 'photo', 'code', 'quiz', 'poll', 'connections', 'event_attendance',
      'conference_registration', 'profile', 'external')
    ),
  points               integer not null default 0 check (points between 0 and 10000),
  position             integer not null default 0,
  is_required          boolean not null default true,
  config               jsonb not null default '{}',
  answer_encrypted     bytea,
  old_answer_encrypted bytea,
  old_answer_until     timestamptz(3),
  opens_at             timestamptz(3),
  closes_at            timestamptz(3),
  deleted_at           timestamptz(3),
  created_at           timestamptz(3) not null default now(),
  updated_at           timestamptz(3) not null default now(),
  points_taken_back    boolean not null default false,
  version              integer not null default 1,

  constraint quest_tasks_quest_id_id_key unique (quest_id, id),
  constraint quest_tasks_close_after_open check (closes_at > opens_at),
  constraint quest_tasks_only_code_or_quiz_has_answer check ((type in ('code', 'quiz')) or answer_encrypted is null),
  constraint quest_tasks_points_taken_back_check check (deleted_at is not null or not points_taken_back)
);
comment on column quest_tasks.config is 'The public settings of the type.';
comment on column quest_tasks.answer_encrypted is 'The code, or the correct options of a quiz.';
comment on column quest_tasks.points_taken_back is 'Whether its deletion reverses its awards.';
comment on column quest_tasks.version is 'Raised by each edit of a field that organizers set.';

create index quest_tasks_quest_idx on quest_tasks (quest_id, position, id) where deleted_at is null;
-- The automatic tasks that an attendance, a connection or a profile can complete.
create index quest_tasks_event_idx
  on quest_tasks (((config->>'event_id')::bigint)) where type = 'event_attendance' and deleted_at is null;
create index quest_tasks_conference_idx
  on quest_tasks (((config->>'conference_id')::bigint)) where type = 'conference_registration' and deleted_at is null;
create index quest_tasks_type_idx
  on quest_tasks (type, quest_id) where type in ('connections', 'profile') and deleted_at is null;

-- A quest shows the number and the points of its tasks.
create function touch_quest() returns trigger language plpgsql as $$
    begin
      update quests set updated_at = now() where id = new.quest_id;
      return null;
    end $$;
create trigger quest_tasks_touch_insert after insert on quest_tasks
  for each row execute function touch_quest();

create trigger quest_tasks_touch_update after update of points, deleted_at on quest_tasks
  for each row when ((old.points, old.deleted_at) is distinct from (new.points, new.deleted_at))
  execute function touch_quest();

create table user_quest_tasks (
  id           bigint generated always as identity primary key,
  task_id      bigint not null,
  user_id      bigint not null references users,
  quest_id     bigint not null,
  status       text not null check (status in ('pending', 'approved', 'rejected')),
  source       text not null check (source in ('self', 'public', 'signed', 'admin', 'worker')),
  text         text check (length(text) <= 4000),
  media_id     bigint,
  option_ids   text[],
  submissions  smallint not null default 0 check (submissions between 0 and 10),
  rejections   smallint not null default 0,
  submitted_at timestamptz(3) not null,
  decided_at   timestamptz(3),
  reason       text check (length(reason) <= 500),
  reviewer     text,
  reviewer_id  bigint,

  constraint user_quest_tasks_task_id_user_id_key unique (task_id, user_id),
  constraint user_quest_tasks_quest_id_task_id_fkey foreign key (quest_id, task_id)
    references quest_tasks (quest_id, id),
  constraint user_quest_tasks_quest_id_user_id_fkey foreign key (quest_id, user_id)
    references user_quests (quest_id, user_id),
  constraint user_quest_tasks_pending_until_decision check ((status = 'pending') = (decided_at is null))
);
comment on column user_quest_tasks.submissions is 'What the user sent, not what an unsigned call did.';
comment on column user_quest_tasks.reviewer is
  'The actor of the decision, as in audit_log; null if no administrator decided.';
comment on column user_quest_tasks.reviewer_id is
  'The owner of the key; null for a key of a machine or of the settings.';

create index user_quest_tasks_pending_idx on user_quest_tasks (quest_id, submitted_at, id) where status = 'pending';
create index user_quest_tasks_pending_task_idx
  on user_quest_tasks (task_id, submitted_at, id) where status = 'pending';
create index user_quest_tasks_user_idx on user_quest_tasks (user_id, quest_id);
create index user_quest_tasks_quest_idx on user_quest_tasks (quest_id, user_id);
create unique index user_quest_tasks_media_idx on user_quest_tasks (media_id) where media_id is not null;
create index user_quest_tasks_pending_since_idx on user_quest_tasks (submitted_at, id) where status = 'pending';
create index user_quest_tasks_decided_idx on user_quest_tasks (status, decided_at, id) where reviewer is not null;
create index user_quest_tasks_decided_quest_idx
  on user_quest_tasks (quest_id, status, decided_at, id) where reviewer is not null;
create index user_quest_tasks_decided_task_idx
  on user_quest_tasks (task_id, status, decided_at, id) where reviewer is not null;
create index user_quest_tasks_decided_reviewer_idx
  on user_quest_tasks (reviewer_id, decided_at, id) where reviewer_id is not null;

create table poll_votes (
  task_id   bigint not null references quest_tasks,
  user_id   bigint not null references users,
  option_id text not null,

  primary key (task_id, user_id)
);

create index poll_votes_option_idx on poll_votes (task_id, option_id);
create index poll_votes_user_idx on poll_votes (user_id);

create table task_tries (
  task_id     bigint not null references quest_tasks,
  person_hash text not null check (length(person_hash) = 64),
  tries       integer not null check (tries > 0),

  primary key (task_id, person_hash)
);
comment on table task_tries is
  'Wrong answers to quizzes, by the keyed hash of the messenger id: an erasure keeps them.';

create table signed_calls (
  quest_id   bigint not null references quests,
  webhook_id text not null check (length(webhook_id) <= 200),
  body_hash  text not null check (length(body_hash) = 64),
  status     smallint,
  answer     jsonb,
  created_at timestamptz(3) not null default now(),

  primary key (quest_id, webhook_id)
);

create index signed_calls_created_idx on signed_calls (created_at);

create table unsigned_calls (
  id         bigint generated always as identity primary key,
  quest_id   bigint not null,
  task_id    bigint,
  user_id    bigint,
  text       text check (length(text) <= 4000),
  sent_at    timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
comment on table unsigned_calls is
  'Unsigned calls that no worker has applied yet. No foreign keys: their checks wait for whoever holds the row of the person, and the time of an answer must not depend on the person.';

-- The calls that name a user, for an erasure. Not partial: a call of an unknown person costs as much.
create index unsigned_calls_user_idx on unsigned_calls (user_id);
