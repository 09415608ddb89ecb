import type { Knex } from 'knex';

/** Quests, tasks, participations, submissions, and the ledger of points with its kept totals. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(QUESTS);
  await knex.raw(PARTICIPATIONS);
  await knex.raw(POINTS);
}

const QUESTS = `
  create table quests (
    id                   bigint generated always as identity primary key,
    slug                 text collate "C" not null constraint quests_slug_key unique
                           check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
    title                text not null check (length(title) <= 200),
    description          text check (length(description) <= 20000),
    image_url            text check (length(image_url) <= 2000),
    conference_id        bigint references conferences on delete set null,
    event_id             bigint references events on delete set null,
    is_active            boolean not null default false,
    is_featured          boolean not null default false,
    starts_at            timestamptz(3),
    ends_at              timestamptz(3),
    registration_mode    text not null default 'open' check (registration_mode in ('open', 'approval')),
    access               text not null default 'anyone'
                           check (access in ('anyone', 'registered', 'checked_in')),
    max_participants     integer check (max_participants > 0),
    public_api_enabled   boolean not null default false,
    secret_encrypted     bytea,
    old_secret_encrypted bytea,
    old_secret_until     timestamptz(3),
    completion_points    integer not null default 0 check (completion_points between 0 and 100000),
    participant_count    integer not null default 0 check (participant_count >= 0),
    deleted_at           timestamptz(3),
    created_at           timestamptz(3) not null default now(),
    updated_at           timestamptz(3) not null default now(),

    check (ends_at > starts_at),
    check (max_participants is null or participant_count <= max_participants)
  );
  comment on column quests.participant_count is 'The rows of user_quests.';
  comment on column quests.old_secret_until is 'Until then the secret before the last one is valid too.';

  -- GET /quests, which sorts featured quests first, then by start, or creation where there is none.
  create index quests_listed_idx on quests
    (is_featured desc, (coalesce(starts_at, created_at)) desc, id desc)
    where is_active and deleted_at is null;
  create index quests_conference_idx on quests (conference_id) where deleted_at is null;
  create index quests_event_idx on quests (event_id) where deleted_at is null;

  create table quest_tasks (
    id                   bigint generated always as identity primary key,
    quest_id             bigint not null references quests,
    title                text not null check (length(title) <= 200),
    description          text check (length(description) <= 5000),
    type                 text not null check (type in ('link', 'text', 'photo', 'code', 'quiz', 'poll',
                           'connections', 'event_attendance', 'conference_registration', 'profile',
                           'external')),
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

    unique (quest_id, id),
    check (closes_at > opens_at),
    check (type in ('code', 'quiz') or answer_encrypted is null)
  );
  comment on column quest_tasks.config is 'The public settings of the type.';
  comment on column quest_tasks.answer_encrypted is 'The code, or the correct options of a quiz.';

  create index quest_tasks_quest_idx on quest_tasks (quest_id, position, id) where deleted_at is null;
  -- The automatic tasks that an attendance, a connection or a profile can fulfil.
  create index quest_tasks_event_idx on quest_tasks (((config->>'event_id')::bigint))
    where type = 'event_attendance' and deleted_at is null;
  create index quest_tasks_conference_idx on quest_tasks (((config->>'conference_id')::bigint))
    where type = 'conference_registration' and deleted_at is null;
  create index quest_tasks_type_idx on quest_tasks (type, quest_id)
    where type in ('connections', 'profile') and deleted_at is null;
`;

const PARTICIPATIONS = `
  create table user_quests (
    quest_id     bigint not null references quests,
    user_id      bigint not null references users,
    status       text not null check (status in ('admitted', 'in_progress', 'completed')),
    source       text not null check (source in ('self', 'public', 'signed', 'admin')),
    started_at   timestamptz(3),
    completed_at timestamptz(3),
    active_at    timestamptz(3) not null,

    primary key (quest_id, user_id),
    check ((status = 'completed') = (completed_at is not null)),
    check (status = 'admitted' or started_at is not null)
  );
  comment on column user_quests.source is 'public: by an unsigned call, and never opened by the user.';
  comment on column user_quests.active_at is 'When the user last started, sent or earned something.';

  create index user_quests_user_idx on user_quests (user_id, active_at desc, quest_id desc);
  create index user_quests_started_idx on user_quests (quest_id, started_at, user_id);
  create index user_quests_status_idx on user_quests (quest_id, status, started_at, user_id);

  create table quest_registration_requests (
    id           bigint generated always as identity primary key,
    quest_id     bigint not null references quests,
    user_id      bigint not null references users,
    status       text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
    source       text not null check (source in ('self', 'public', 'signed')),
    message      text check (length(message) <= 500),
    reason       text check (length(reason) <= 500),
    requested_at timestamptz(3) not null,
    decided_at   timestamptz(3),

    unique (quest_id, user_id),
    check ((status = 'pending') = (decided_at is null))
  );
  create index quest_registration_requests_status_idx on quest_registration_requests (status, id);
  create index quest_registration_requests_quest_idx
    on quest_registration_requests (quest_id, status, id);
  create index quest_registration_requests_user_idx on quest_registration_requests (user_id);

  create table user_quest_tasks (
    id           bigint generated always as identity primary key,
    task_id      bigint not null,
    user_id      bigint not null references users,
    quest_id     bigint not null,
    status       text not null check (status in ('pending', 'approved', 'rejected')),
    source       text not null check (source in ('self', 'public', 'signed', 'admin', 'worker')),
    text         text check (length(text) <= 4000),
    media_id     bigint references media on delete set null,
    option_ids   text[],
    submissions  smallint not null default 0 check (submissions between 0 and 10),
    rejections   smallint not null default 0,
    submitted_at timestamptz(3) not null,
    decided_at   timestamptz(3),
    reason       text check (length(reason) <= 500),

    unique (task_id, user_id),
    foreign key (quest_id, task_id) references quest_tasks (quest_id, id),
    foreign key (quest_id, user_id) references user_quests (quest_id, user_id),
    check ((status = 'pending') = (decided_at is null))
  );
  comment on column user_quest_tasks.submissions is 'What the user sent, not what an unsigned call did.';

  create index user_quest_tasks_pending_idx on user_quest_tasks (quest_id, submitted_at, id)
    where status = 'pending';
  create index user_quest_tasks_pending_task_idx on user_quest_tasks (task_id, submitted_at, id)
    where status = 'pending';
  create index user_quest_tasks_user_idx on user_quest_tasks (user_id, quest_id);
  create index user_quest_tasks_quest_idx on user_quest_tasks (quest_id, user_id);
  create unique index user_quest_tasks_media_idx on user_quest_tasks (media_id)
    where media_id is not null;

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

  create table reminder_templates (
    id         bigint generated always as identity primary key,
    quest_id   bigint not null references quests,
    name       text not null check (length(name) <= 100),
    title      text check (length(title) <= 200),
    body       text not null check (length(body) <= 4000),
    is_default boolean not null default false,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  );
  create unique index reminder_templates_default_idx on reminder_templates (quest_id) where is_default;
  create index reminder_templates_quest_idx on reminder_templates (quest_id, id);
`;

const POINTS = `
  create table point_ledger (
    id            bigint generated always as identity primary key,
    user_id       bigint not null references users,
    quest_id      bigint references quests,
    task_id       bigint references quest_tasks,
    conference_id bigint,
    kind          text not null
                    check (kind in ('task', 'completion', 'correction', 'reversal', 'adjustment')),
    delta         integer not null check (delta <> 0),
    earned_at     timestamptz(3) not null,
    day           date not null,
    week          date not null,
    award_id      bigint references point_ledger,
    voided_at     timestamptz(3),
    reason        text check (length(reason) <= 500),
    actor         text,
    created_at    timestamptz(3) not null default now(),

    check ((kind in ('reversal', 'correction')) = (award_id is not null)),
    check (kind <> 'task' or (task_id is not null and quest_id is not null)),
    check (kind <> 'completion' or (task_id is null and quest_id is not null)),
    check (kind <> 'adjustment' or (task_id is null and reason is not null)),
    check (voided_at is null or kind in ('task', 'completion'))
  );
  comment on column point_ledger.conference_id is
    'Of the quest, or of the adjustment; it stays when the conference is deleted.';
  comment on column point_ledger.day is 'Of earned_at in the time zone of the conference, else in UTC.';
  comment on column point_ledger.week is 'The Monday of day.';
  comment on column point_ledger.award_id is 'The row of kind task or completion that this one changes.';
  comment on column point_ledger.voided_at is 'Set by its reversal.';

  create unique index point_ledger_task_idx on point_ledger (user_id, task_id)
    where kind = 'task' and voided_at is null;
  create unique index point_ledger_completion_idx on point_ledger (user_id, quest_id)
    where kind = 'completion' and voided_at is null;
  create unique index point_ledger_reversal_idx on point_ledger (award_id) where kind = 'reversal';
  create index point_ledger_award_idx on point_ledger (award_id) where award_id is not null;
  create index point_ledger_user_idx on point_ledger (user_id, id desc);
  create index point_ledger_quest_idx on point_ledger (quest_id, user_id);

  create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception 'rows of the point ledger never change';
  end $$;
  create trigger point_ledger_immutable before update on point_ledger for each row
    when (old.voided_at is not null
          or (old.id, old.user_id, old.quest_id, old.task_id, old.conference_id, old.kind, old.delta,
              old.earned_at, old.day, old.week, old.award_id, old.created_at)
             is distinct from
             (new.id, new.user_id, new.quest_id, new.task_id, new.conference_id, new.kind, new.delta,
              new.earned_at, new.day, new.week, new.award_id, new.created_at))
    execute function refuse_ledger_change();
  create trigger point_ledger_kept before delete on point_ledger for each row
    execute function refuse_ledger_change();

  create table point_totals (
    scope        text not null check (scope in ('all', 'conference', 'quest')),
    scope_id     bigint not null,
    period       text not null check (period in ('all', 'week', 'day')),
    period_start date not null,
    user_id      bigint not null references users,
    points       bigint not null,
    reached_at   timestamptz(3),
    is_ranked    boolean not null,

    primary key (scope, scope_id, period, period_start, user_id)
  ) with (fillfactor = 85);
  comment on table point_totals is 'Sums of the ledger, kept with each row of it.';
  comment on column point_totals.scope_id is '0 in the scope of everything.';
  comment on column point_totals.period_start is '1970-01-01 in the period of all time.';
  comment on column point_totals.reached_at is 'The latest earned_at of the rows that added points.';
  comment on column point_totals.is_ranked is 'Whether the user is on boards: users.is_listed and is_ranked.';

  create index point_totals_rank_idx on point_totals
    (scope, scope_id, period, period_start, points desc, reached_at, user_id)
    where is_ranked and points > 0;
  create index point_totals_admin_idx on point_totals
    (scope, scope_id, period, period_start, points desc, reached_at, user_id)
    where points > 0 and not is_ranked;
  create index point_totals_user_idx on point_totals (user_id);

  alter table users
    drop constraint users_points_check,
    alter column points type bigint,
    add column is_ranked boolean not null default true;
  comment on column users.points is 'The sum of the ledger; below 0 after a reversal that follows an adjustment.';

  create function rank_points_of_user() returns trigger language plpgsql as $$
  begin
    update point_totals set is_ranked = new.is_listed and new.is_ranked where user_id = new.id;
    return null;
  end $$;
  create trigger users_ranked after update on users for each row
    when ((old.is_listed and old.is_ranked) is distinct from (new.is_listed and new.is_ranked))
    execute function rank_points_of_user();

  create table quest_recalculations (
    quest_id      bigint primary key references quests,
    status        text not null check (status in ('running', 'done')),
    people        integer not null,
    after_user_id bigint not null default 0,
    requested_at  timestamptz(3) not null,
    finished_at   timestamptz(3),
    check ((status = 'done') = (finished_at is not null))
  );
  comment on column quest_recalculations.after_user_id is 'The users up to this one are done.';
`;

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger users_ranked on users;
    drop function rank_points_of_user;
    drop table quest_recalculations, point_totals, point_ledger, reminder_templates, signed_calls,
               task_tries, poll_votes, user_quest_tasks, quest_registration_requests, user_quests,
               quest_tasks, quests;
    drop function refuse_ledger_change;
    alter table users
      drop column is_ranked,
      alter column points type integer,
      add constraint users_points_check check (points >= 0) not valid;
  `);
}
