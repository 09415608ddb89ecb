import type { Knex } from 'knex';

/**
 * Conferences, their events, and who comes.
 *
 * `events.attendee_count` is kept by the statements that change an attendance, under the lock of
 * the event's row; the check on it is the last word on capacity, however many press at once.
 * Slugs sort by their bytes, so that the index on them finds all that begin with the same words.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table conferences (
      id             bigint generated always as identity primary key,
      slug           text collate "C" not null constraint conferences_slug_key unique
                     check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
      name           text not null check (length(name) <= 200),
      description    text check (length(description) <= 20000),
      starts_on      date not null,
      ends_on        date not null,
      -- One zone that only JavaScript knows would break every list that computes local days.
      timezone       text not null
                     check (timestamp 'epoch' at time zone timezone is not null),
      venue          text check (length(venue) <= 500),
      city           text check (length(city) <= 200),
      country        text check (country ~ '^[A-Z]{2}$'),
      website        text check (length(website) <= 2000),
      image_url      text check (length(image_url) <= 2000),
      capacity       integer check (capacity > 0),
      status         text not null default 'draft'
                     check (status in ('draft', 'published', 'archived')),
      attendee_count integer not null default 0,
      created_at     timestamptz(3) not null default now(),
      updated_at     timestamptz(3) not null default now(),

      check (ends_on >= starts_on),
      check (attendee_count >= 0 and (capacity is null or attendee_count <= capacity))
    );

    -- GET /conferences: the published ones by start.
    create index conferences_published_idx on conferences (starts_on, id)
      where status = 'published';

    create table events (
      id                     bigint generated always as identity primary key,
      slug                   text collate "C" not null constraint events_slug_key unique
                             check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
      conference_id          bigint references conferences,
      title                  text not null check (length(title) <= 300),
      description            text check (length(description) <= 20000),
      kind                   text not null default 'main' check (kind in ('main', 'side')),
      status                 text not null
                             check (status in ('pending', 'approved', 'rejected', 'cancelled')),
      starts_at              timestamptz(3) not null,
      ends_at                timestamptz(3) not null,
      all_day                boolean not null default false,
      timezone               text not null,
      venue_name             text check (length(venue_name) <= 500),
      venue_address          text check (length(venue_address) <= 500),
      venue_latitude         double precision check (venue_latitude between -90 and 90),
      venue_longitude        double precision check (venue_longitude between -180 and 180),
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
      search_text            text not null generated always as (
                               title || ' ' || coalesce(venue_name, '')
                               || ' ' || coalesce(organizer, '')
                             ) stored,

      -- Real feeds have events that end when they start.
      check (ends_at >= starts_at),
      check (attendee_count >= 0 and (capacity is null or attendee_count <= capacity)),
      check ((source = 'extcal') = (feed_uid is not null))
    );
    comment on column events.edited_fields is
      'Fields an administrator edited by hand: no later import overwrites them.';
    comment on column events.feed_conference_id is
      'The conference whose feed holds the event, also when the event was moved to another.';
    comment on column events.feed_title is
      'As the feed told it last, as feed_starts_at: edits by hand do not make an event unknown.';
    comment on column events.feed_variant is
      'Tells apart the events of a feed that gives one UID to several; empty where the UID is enough.';

    -- An event of a feed is known again by conference, UID and instance.
    create unique index events_feed_key
      on events (coalesce(feed_conference_id, 0), feed_uid, feed_recurrence_id, feed_variant)
      where feed_uid is not null;
    -- GET /events, by start; ends_at lets it pass over what has ended without reading the rows.
    create index events_approved_idx on events (starts_at, id, ends_at) where status = 'approved';
    -- How many have not ended.
    create index events_ends_at_idx on events (ends_at) where status = 'approved';
    -- The events of one conference, by start, and how many they are.
    create index events_conference_idx on events (conference_id, status, starts_at, id);
    -- GET /events?q= and ?tag=
    create index events_search_idx on events using gin (search_text gin_trgm_ops);
    create index events_tags_idx on events using gin (folded(tags));

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

    create sequence attendance_queue;

    create table event_attendances (
      event_id      bigint not null references events on delete cascade,
      user_id       bigint not null references users on delete cascade,
      status        text not null
                    check (status in ('registered', 'waitlisted', 'cancelled', 'checked_in')),
      queue_number  bigint not null default nextval('attendance_queue'),
      registered_at timestamptz(3) not null,
      checked_in_at timestamptz(3),
      primary key (event_id, user_id),
      check ((status = 'checked_in') = (checked_in_at is not null))
    );
    comment on column event_attendances.queue_number is
      'The order of arrival, drawn under the lock of the event: who waits longest moves up first.';

    -- The waiting list of one event in its order, and everybody who comes.
    create index event_attendances_queue_idx on event_attendances (event_id, status, queue_number);
    -- GET /events/my
    create index event_attendances_user_idx on event_attendances (user_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table event_attendances, deleted_feed_events, events, conferences;
    drop sequence attendance_queue;
  `);
}
