-- Conferences, and what of the program is gone since a client last asked. `attendee_count` is kept by the statements
-- that change an attendance, under the lock of the conference; its check is the last word on the capacity. Slugs
-- sort by their bytes, so that their index finds all that begin with the same words.

create table conferences (
  id                     bigint generated always as identity primary key,
  slug                   text collate "C" not null unique
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  name                   text not null check (length(name) <= 200),
  description            text check (length(description) <= 20000),
  starts_on              date not null,
  ends_on                date not null,
  -- One zone that only JavaScript knows would break every list that computes local days.
  timezone               text not null
    check (('1970-01-01 00:00:00'::timestamp without time zone at time zone timezone) is not null),
  venue                  text check (length(venue) <= 500),
  city                   text check (length(city) <= 200),
  country                text check (country ~ '^[A-Z]{2}$'),
  website                text check (length(website) <= 2000),
  image_url              text check (length(image_url) <= 2000),
  capacity               integer check (capacity > 0),
  status                 text not null default 'draft'
    check (status in ('draft', 'published', 'cancelled', 'archived')),
  attendee_count         integer not null default 0,
  created_at             timestamptz(3) not null default now(),
  updated_at             timestamptz(3) not null default now(),
  ends_at                timestamptz(3) not null generated always as (
    ((ends_on + 1)::timestamp at time zone timezone)::timestamptz(3)
  ) stored,
  published_at           timestamptz(3),
  search_text            text not null generated always as (
    folded_for_search(name || ' ' || coalesce(city, '') || ' ' || coalesce(venue, ''))
  ) stored,
  invited_count          integer not null default 0,
  over_capacity_count    integer not null default 0,
  registration_mode      text not null default 'open' check (registration_mode in ('open', 'invited', 'closed')),
  registration_closes_at timestamptz(3),
  event_access           text not null default 'anyone' check (event_access in ('anyone', 'registered')),
  version                integer not null default 1,

  constraint conferences_end_not_before_start check (ends_on >= starts_on),
  constraint conferences_published_unless_draft check (published_at is not null or status = 'draft'),
  constraint conferences_seats_check check (
    attendee_count >= 0 and invited_count >= 0 and over_capacity_count >= 0
    and (capacity is null or (attendee_count + invited_count) <= (capacity + over_capacity_count))
  )
);
comment on column conferences.ends_at is 'When its last day is over, by its own clocks.';
comment on column conferences.published_at is
  'When it first was public: of what never was, nobody is told that it is gone.';
comment on column conferences.invited_count is 'Open invitations that hold a seat.';
comment on column conferences.over_capacity_count is
  'Seats beyond the capacity, given on purpose. The next freed seats reduce it.';
comment on column conferences.version is 'Raised by each edit of a field that organizers set.';

create index conferences_search_idx on conferences using gin (search_text gin_trgm_ops);
-- Every public list of events, which leaves out those of drafts; GET /admin/conferences?status=draft
create index conferences_drafts_idx on conferences (id) where status = 'draft';
-- GET /admin/conferences, latest first
create index conferences_start_idx on conferences (starts_on, id);
-- The totals of GET /conferences and /admin/conferences with upcoming or past
create index conferences_end_idx on conferences (ends_at);
-- GET /conferences?updated_since
create index conferences_updated_idx on conferences (updated_at);
-- GET /admin/conferences?sort=name
create index conferences_name_idx on conferences (lower(name), id);
-- Who asks whether a quest is hidden finds the few cancelled ones by it.
create index conferences_cancelled_idx on conferences (id) where status = 'cancelled';
create index conferences_words_idx on conferences using gin (search_words(search_text));
create index conferences_media_key_idx on conferences (media_key(image_url)) where image_url is not null;

create function note_publication() returns trigger language plpgsql as $$
    begin
      new.published_at := now();
      return new;
    end
    $$;
create trigger conferences_publication before insert or update on conferences
  for each row when (new.status <> 'draft' and new.published_at is null)
  execute function note_publication();

create function note_gone_conference() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id) values ('conference', old.id);
      return null;
    end
    $$;
create trigger conferences_gone after delete on conferences
  for each row when (old.published_at is not null) execute function note_gone_conference();

-- Rows that were public and are deleted or moved: ?updated_since= tells of them.
create table gone_rows (
  id            bigint generated always as identity primary key,
  kind          text not null
    check (
      kind in ('event', 'conference', 'agenda_item', 'conference_speaker', 'speaker', 'quest', 'attendee',
      'guest')
    ),
  gone_id       bigint not null,
  conference_id bigint,
  gone_at       timestamptz(3) not null default now()
);

create index gone_rows_idx on gone_rows (kind, gone_at);

alter table connections
  add constraint connections_met_conference_id_fkey foreign key (met_conference_id)
    references conferences (id) on delete set null;
