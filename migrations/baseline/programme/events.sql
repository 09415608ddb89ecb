-- Events, with `attendee_count` as conferences have it.

create function is_public_event_status(status text)
returns boolean language sql immutable parallel safe
return status in ('approved', 'cancelled');
comment on function is_public_event_status is 'Whether users may see an event of this status.';

create table events (
  id                     bigint generated always as identity primary key,
  slug                   text collate "C" not null unique
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  conference_id          bigint references conferences,
  title                  text not null check (length(title) <= 300),
  description            text check (length(description) <= 20000),
  kind                   text not null default 'main' check (kind in ('main', 'side')),
  status                 text not null check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  starts_at              timestamptz(3) not null,
  ends_at                timestamptz(3) not null,
  all_day                boolean not null default false,
  timezone               text not null,
  venue_name             text check (length(venue_name) <= 500),
  venue_address          text check (length(venue_address) <= 500),
  venue_latitude         double precision
    check (venue_latitude >= '-90'::integer::double precision and venue_latitude <= 90::double precision),
  venue_longitude        double precision
    check (venue_longitude >= '-180'::integer::double precision and venue_longitude <= 180::double precision),
  image_url              text check (length(image_url) <= 2000),
  url                    text check (length(url) <= 2000),
  organizer              text check (length(organizer) <= 200),
  tags                   text[] not null default '{}' check (cardinality(tags) <= 20),
  capacity               integer check (capacity > 0),
  attendee_count         integer not null default 0,
  registration_closes_at timestamptz(3),
  source                 text not null check (source in ('admin', 'request', 'extcal')),
  edited_fields          text[] not null default '{}',
  feed_conference_id     bigint,
  feed_uid               text check (length(feed_uid) <= 1000),
  feed_recurrence_id     text not null default '',
  feed_variant           text not null default '',
  feed_title             text,
  feed_starts_at         timestamptz(3),
  feed_fingerprint       text,
  cancelled_by_feed      boolean not null default false,
  created_at             timestamptz(3) not null default now(),
  updated_at             timestamptz(3) not null default now(),
  submitted_by           bigint references users on delete set null,
  contact                text check (length(contact) <= 200),
  rejection_reason       text check (length(rejection_reason) <= 1000),
  calendar_uid           uuid not null default gen_random_uuid(),
  revision               integer not null default 0,
  agenda_item_deleted    boolean not null default false,
  feed_url_hash          text check (feed_url_hash ~ '^[0-9a-f]{64}$'),
  search_text            text not null generated always as (
    folded_for_search(title || ' ' || coalesce(venue_name, '') || ' ' || coalesce(organizer, ''))
  ) stored,
  over_capacity_count    integer not null default 0,
  registration_mode      text not null default 'open' check (registration_mode in ('open', 'invited', 'closed')),
  version                integer not null default 1,
  is_full                boolean generated always as (capacity is not null and attendee_count >= capacity) stored,

  constraint events_id_conference_id_key unique (id, conference_id),
  constraint events_end_not_before_start check (ends_at >= starts_at),
  constraint events_extcal_has_uid check ((source = 'extcal') = (feed_uid is not null)),
  constraint events_only_rejected_has_reason check (rejection_reason is null or status = 'rejected'),
  constraint events_seats_check check (
    attendee_count >= 0 and over_capacity_count >= 0
    and (capacity is null or attendee_count <= (capacity + over_capacity_count))
  )
);
comment on column events.edited_fields is 'Fields an administrator edited by hand: no later import overwrites them.';
comment on column events.feed_conference_id is
  'The conference whose feed holds the event, also when the event was moved to another.';
comment on column events.feed_variant is
  'Tells apart the events of a feed that gives one UID to several; empty where the UID is enough.';
comment on column events.feed_title is
  'As the feed told it last, as feed_starts_at: edits by hand do not make an event unknown.';
comment on column events.contact is 'How to reach who asked for it; for administrators alone.';
comment on column events.calendar_uid is 'Its name in calendars, which never changes.';
comment on column events.revision is 'How often what calendars show of it has changed.';
comment on column events.agenda_item_deleted is
  'An administrator took it off the agenda: no later import puts it there again.';
comment on column events.feed_url_hash is
  'SHA-256 of the address of the calendar that brought the event last, since private calendars have a secret in their address. Null for a file.';
comment on column events.version is 'Raised by each edit of a field that organizers set.';

-- An event of a feed is known again by conference, UID and instance.
create unique index events_feed_key
  on events (coalesce(feed_conference_id, 0), feed_uid, feed_recurrence_id, feed_variant) where feed_uid is not null;
-- GET /events, by start; ends_at lets it pass over what has ended without reading the rows.
create index events_approved_idx on events (starts_at, id, ends_at) where status = 'approved';
-- The events of one conference, by start, and how many they are.
create index events_conference_idx on events (conference_id, status, starts_at, id);
create index events_tags_idx on events using gin (folded(tags));
-- GET /events/my, and how many pending ones a user has.
create index events_submitted_idx on events (submitted_by, status);
-- GET /admin/events/pending, and the list by status.
create index events_status_idx on events (status, id);
-- ?updated_since=
create index events_updated_idx on events (updated_at);
-- GET /events?q= and ?tag=
create index events_search_idx on events using gin (search_text gin_trgm_ops);
-- GET /admin/events, latest first, also with to
create index events_start_idx on events (starts_at, id);
-- GET /admin/events with from or upcoming; and the public lists, instead of one on approved events
create index events_end_idx on events (ends_at);
-- GET /events?kind and /admin/events?kind
create index events_kind_idx on events (kind, starts_at, id);
-- GET /admin/events?source
create index events_source_idx on events (source, starts_at, id);
-- GET /admin/events?sort=title, and ?sort=starts_at or title of /admin/events/pending.
create index events_title_idx on events (lower(title), id);
create index events_words_idx on events using gin (search_words(search_text));
create index events_created_idx on events (created_at, id);
create index events_full_idx on events (is_full, starts_at, id);
create index events_media_key_idx on events (media_key(image_url)) where image_url is not null;

create trigger events_revision before update on events
  for each row when (
    (old.title, old.description, old.starts_at, old.ends_at, old.all_day, old.timezone,
     old.venue_name, old.venue_address, old.url, old.status)
    is distinct from
    (new.title, new.description, new.starts_at, new.ends_at, new.all_day, new.timezone,
     new.venue_name, new.venue_address, new.url, new.status))
  execute function count_revision();

create function note_gone_event() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'event', old.id, old.conference_id
      where not exists
        (select from conferences where id = old.conference_id and published_at is null);
      return null;
    end
    $$;
create trigger events_gone after delete on events
  for each row when (old.status in ('approved', 'cancelled')) execute function note_gone_event();

-- A conference that was never public may get it.
create trigger events_moved after update of conference_id on events
  for each row when (
    old.status in ('approved', 'cancelled')
    and old.conference_id is distinct from new.conference_id)
  execute function note_gone_event();

create function move_feedback() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'events' then
        update feedback set conference_id = new.conference_id where event_id = new.id;
      else
        update feedback set conference_id = new.conference_id where agenda_item_id = new.id;
      end if;
      return null;
    end
    $$;
comment on function move_feedback is 'Feedback follows its event or agenda item to another conference.';
create trigger events_move_feedback after update of conference_id on events
  for each row when (old.conference_id is distinct from new.conference_id)
  execute function move_feedback();

-- Feed events an administrator deleted: the next import leaves them out.
create table deleted_feed_events (
  feed_conference_id bigint references conferences on delete cascade,
  feed_uid           text not null,
  feed_recurrence_id text not null,
  feed_title         text not null,
  feed_starts_at     timestamptz(3) not null
);

create index deleted_feed_events_idx
  on deleted_feed_events (coalesce(feed_conference_id, 0), feed_uid, feed_recurrence_id);
