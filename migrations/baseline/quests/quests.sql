-- Quests, and who takes part.

create table quests (
  id                   bigint generated always as identity primary key,
  slug                 text collate "C" not null unique
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
  access               text not null default 'anyone' check (access in ('anyone', 'registered', 'checked_in')),
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
  points_taken_back    boolean not null default false,
  search_text          text not null generated always as (folded_for_search(title)) stored,
  version              integer not null default 1,

  constraint quests_end_after_start check (ends_at > starts_at),
  constraint quests_participants_within_limit check (
    max_participants is null or participant_count <= max_participants
  ),
  constraint quests_points_taken_back_check check (deleted_at is not null or not points_taken_back)
);
comment on column quests.old_secret_until is 'Until then the secret before the last one is valid too.';
comment on column quests.participant_count is 'The rows of user_quests.';
comment on column quests.points_taken_back is 'Whether its deletion reverses its awards.';
comment on column quests.version is 'Raised by each edit of a field that organizers set.';

-- GET /quests, which sorts featured quests first, then by start, or creation where there is none.
create index quests_listed_idx
  on quests (is_featured desc, (coalesce(starts_at, created_at)) desc, id desc)
  where is_active and deleted_at is null;
create index quests_conference_idx on quests (conference_id) where deleted_at is null;
create index quests_event_idx on quests (event_id) where deleted_at is null;
-- And those that are hidden.
create index quests_inactive_idx on quests (id) where not is_active and deleted_at is null;
create index quests_updated_idx on quests (updated_at);
create index quests_search_text_idx on quests using gin (search_text gin_trgm_ops) where deleted_at is null;
-- GET /quests?state=coming and ?state=ended, which most quests are not.
create index quests_starts_idx on quests (starts_at) where starts_at is not null;
create index quests_ends_idx on quests (ends_at) where ends_at is not null;
-- GET /admin/quests?sort=title
create index quests_title_idx on quests (lower(title), id) where deleted_at is null;
create index quests_words_idx on quests using gin (search_words(search_text)) where deleted_at is null;
create index quests_media_key_idx on quests (media_key(image_url)) where image_url is not null;

create function note_moved_quest() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      values ('quest', old.id, old.conference_id);
      return null;
    end $$;
create trigger quests_moved after update of conference_id, event_id on quests for each row
  when ((old.conference_id, old.event_id) is distinct from (new.conference_id, new.event_id))
  execute function note_moved_quest();

create table reminder_templates (
  id           bigint generated always as identity primary key,
  quest_id     bigint not null references quests,
  name         text not null check (length(name) <= 100),
  title        text check (length(title) <= 200),
  body         text not null check (length(body) <= 4000),
  is_default   boolean not null default false,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  version      integer not null default 1,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object')
);
comment on column reminder_templates.version is 'Raised by each edit of a field that organizers set.';
comment on column reminder_templates.translations is
  'Title and body by BCP 47 tag, for the readers whose language it serves.';

create unique index reminder_templates_default_idx on reminder_templates (quest_id) where is_default;
create index reminder_templates_quest_idx on reminder_templates (quest_id, id);

create table user_quests (
  quest_id     bigint not null references quests,
  user_id      bigint not null references users,
  status       text not null check (status in ('admitted', 'in_progress', 'completed')),
  source       text not null check (source in ('self', 'public', 'signed', 'admin')),
  started_at   timestamptz(3),
  completed_at timestamptz(3),
  active_at    timestamptz(3) not null,

  primary key (quest_id, user_id),
  constraint user_quests_admitted_until_start check (status = 'admitted' or started_at is not null),
  constraint user_quests_completed_has_time check ((status = 'completed') = (completed_at is not null))
);
comment on column user_quests.source is 'public: by an unsigned call, and never opened by the user.';
comment on column user_quests.active_at is 'When the user last started, sent or earned something.';

create index user_quests_user_idx on user_quests (user_id, active_at desc, quest_id desc);
-- GET /admin/quests/:id/participants and the export
create index user_quests_start_idx
  on user_quests (quest_id, (coalesce(started_at, 'infinity'::timestamptz)), user_id);
-- The same with status, and what counts the participants of a status
create index user_quests_status_start_idx
  on user_quests (quest_id, status, (coalesce(started_at, 'infinity'::timestamptz)), user_id);

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

  constraint quest_registration_requests_quest_id_user_id_key unique (quest_id, user_id),
  constraint quest_registration_requests_pending_until_decision check ((status = 'pending') = (decided_at is null))
);

create index quest_registration_requests_status_idx on quest_registration_requests (status, id);
create index quest_registration_requests_quest_idx on quest_registration_requests (quest_id, status, id);
create index quest_registration_requests_user_idx on quest_registration_requests (user_id);

create table quest_recalculations (
  quest_id      bigint primary key references quests,
  status        text not null check (status in ('running', 'done')),
  people        integer not null,
  after_user_id bigint not null default 0,
  requested_at  timestamptz(3) not null,
  finished_at   timestamptz(3),
  actor         text not null,

  constraint quest_recalculations_done_has_time check ((status = 'done') = (finished_at is not null))
);
comment on column quest_recalculations.after_user_id is 'The users up to this one are done.';

create index quest_recalculations_running_idx on quest_recalculations (requested_at) where status = 'running';

alter table notification_jobs
  add constraint notification_jobs_quest_id_fkey foreign key (quest_id)
    references quests (id);
