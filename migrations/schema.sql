-- The schema as the migrations leave it, to be read and compared; the migrations build it.
-- Written by `npm run db:schema`.

create extension pg_trgm;

create sequence attendance_queue as bigint start 1 increment 1;

CREATE OR REPLACE FUNCTION public.folded(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT lower(word.word) AS lower FROM unnest(folded.words) word(word));

create table audit_log (
  id bigint generated always as identity not null,
  at timestamp(3) with time zone default now() not null,
  actor text not null,
  action text not null,
  subject_type text not null,
  subject_id bigint,
  before jsonb,
  after jsonb,
  request_id text not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table conferences (
  id bigint generated always as identity not null,
  slug text collate "C" not null,
  name text not null,
  description text,
  starts_on date not null,
  ends_on date not null,
  timezone text not null,
  venue text,
  city text,
  country text,
  website text,
  image_url text,
  capacity integer,
  status text default 'draft'::text not null,
  attendee_count integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint conferences_pkey PRIMARY KEY (id),
  constraint conferences_slug_key UNIQUE (slug),
  constraint conferences_capacity_check CHECK (capacity > 0),
  constraint conferences_check CHECK (ends_on >= starts_on),
  constraint conferences_check1 CHECK (attendee_count >= 0 AND (capacity IS NULL OR attendee_count <= capacity)),
  constraint conferences_city_check CHECK (length(city) <= 200),
  constraint conferences_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint conferences_description_check CHECK (length(description) <= 20000),
  constraint conferences_image_url_check CHECK (length(image_url) <= 2000),
  constraint conferences_name_check CHECK (length(name) <= 200),
  constraint conferences_slug_check CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(slug) <= 120),
  constraint conferences_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])),
  constraint conferences_timezone_check CHECK (('1970-01-01 00:00:00'::timestamp without time zone AT TIME ZONE timezone) IS NOT NULL),
  constraint conferences_venue_check CHECK (length(venue) <= 500),
  constraint conferences_website_check CHECK (length(website) <= 2000)
);

create table connections (
  id bigint generated always as identity not null,
  requester_id bigint not null,
  recipient_id bigint not null,
  status text default 'pending'::text not null,
  message text,
  created_at timestamp(3) with time zone default now() not null,
  responded_at timestamp(3) with time zone,
  constraint connections_pkey PRIMARY KEY (id),
  constraint connections_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connections_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connections_check CHECK (requester_id <> recipient_id),
  constraint connections_check1 CHECK ((status = 'pending'::text) = (responded_at IS NULL)),
  constraint connections_message_check CHECK (length(message) <= 500),
  constraint connections_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text]))
);

create table deleted_feed_events (
  feed_conference_id bigint,
  feed_uid text not null,
  feed_recurrence_id text not null,
  feed_title text not null,
  feed_starts_at timestamp(3) with time zone not null,
  constraint deleted_feed_events_feed_conference_id_fkey FOREIGN KEY (feed_conference_id) REFERENCES conferences(id) ON DELETE CASCADE
);

create table erased_people (
  messenger_hash text not null,
  erased_at timestamp(3) with time zone not null,
  is_blocked boolean not null,
  constraint erased_people_pkey PRIMARY KEY (messenger_hash),
  constraint erased_people_messenger_hash_check CHECK (length(messenger_hash) = 64)
);

create table event_attendances (
  event_id bigint not null,
  user_id bigint not null,
  status text not null,
  queue_number bigint default nextval('attendance_queue'::regclass) not null,
  registered_at timestamp(3) with time zone not null,
  checked_in_at timestamp(3) with time zone,
  constraint event_attendances_pkey PRIMARY KEY (event_id, user_id),
  constraint event_attendances_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint event_attendances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint event_attendances_check CHECK ((status = 'checked_in'::text) = (checked_in_at IS NOT NULL)),
  constraint event_attendances_status_check CHECK (status = ANY (ARRAY['registered'::text, 'waitlisted'::text, 'cancelled'::text, 'checked_in'::text]))
);

create table events (
  id bigint generated always as identity not null,
  slug text collate "C" not null,
  conference_id bigint,
  title text not null,
  description text,
  kind text default 'main'::text not null,
  status text not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  all_day boolean default false not null,
  timezone text not null,
  venue_name text,
  venue_address text,
  venue_latitude double precision,
  venue_longitude double precision,
  image_url text,
  url text,
  organizer text,
  tags text[] default '{}'::text[] not null,
  capacity integer,
  attendee_count integer default 0 not null,
  registration_closes_at timestamp(3) with time zone,
  source text not null,
  edited_fields text[] default '{}'::text[] not null,
  feed_conference_id bigint,
  feed_uid text,
  feed_recurrence_id text default ''::text not null,
  feed_variant text default ''::text not null,
  feed_title text,
  feed_starts_at timestamp(3) with time zone,
  feed_fingerprint text,
  cancelled_by_feed boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  search_text text generated always as ((((title || ' '::text) || COALESCE(venue_name, ''::text)) || ' '::text) || COALESCE(organizer, ''::text)) stored not null,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_slug_key UNIQUE (slug),
  constraint events_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id),
  constraint events_capacity_check CHECK (capacity > 0),
  constraint events_check CHECK (ends_at >= starts_at),
  constraint events_check1 CHECK (attendee_count >= 0 AND (capacity IS NULL OR attendee_count <= capacity)),
  constraint events_check2 CHECK ((source = 'extcal'::text) = (feed_uid IS NOT NULL)),
  constraint events_description_check CHECK (length(description) <= 20000),
  constraint events_feed_uid_check CHECK (length(feed_uid) <= 1000),
  constraint events_image_url_check CHECK (length(image_url) <= 2000),
  constraint events_kind_check CHECK (kind = ANY (ARRAY['main'::text, 'side'::text])),
  constraint events_organizer_check CHECK (length(organizer) <= 200),
  constraint events_slug_check CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(slug) <= 120),
  constraint events_source_check CHECK (source = ANY (ARRAY['admin'::text, 'request'::text, 'extcal'::text])),
  constraint events_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text])),
  constraint events_tags_check CHECK (cardinality(tags) <= 20),
  constraint events_title_check CHECK (length(title) <= 300),
  constraint events_url_check CHECK (length(url) <= 2000),
  constraint events_venue_address_check CHECK (length(venue_address) <= 500),
  constraint events_venue_latitude_check CHECK (venue_latitude >= '-90'::integer::double precision AND venue_latitude <= 90::double precision),
  constraint events_venue_longitude_check CHECK (venue_longitude >= '-180'::integer::double precision AND venue_longitude <= 180::double precision),
  constraint events_venue_name_check CHECK (length(venue_name) <= 500)
);

create table notifications (
  id bigint generated always as identity not null,
  user_id bigint not null,
  type text not null,
  title text not null,
  body text not null,
  action_url text,
  data jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  clicked_at timestamp(3) with time zone,
  dismissed_at timestamp(3) with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_action_url_check CHECK (length(action_url) <= 2000),
  constraint notifications_body_check CHECK (length(body) <= 4000),
  constraint notifications_title_check CHECK (length(title) <= 200)
);

create table rate_limit_counters (
  key text not null,
  hits integer not null,
  expires_at timestamp(3) with time zone not null,
  constraint rate_limit_counters_pkey PRIMARY KEY (key),
  constraint rate_limit_counters_key_check CHECK (length(key) <= 300)
);

create table users (
  id bigint generated always as identity not null,
  messenger_id bigint,
  messenger_first_name text not null,
  messenger_last_name text,
  own_first_name text,
  own_last_name text,
  first_name text generated always as (COALESCE(own_first_name, messenger_first_name)) stored not null,
  last_name text generated always as (COALESCE(own_last_name, messenger_last_name)) stored,
  username text,
  photo_url text,
  language_code text,
  is_premium boolean default false not null,
  messenger_reachable boolean default false not null,
  headline text,
  company text,
  job_title text,
  bio text,
  looking_for text,
  offering text,
  interests text[] default '{}'::text[] not null,
  socials jsonb default '{}'::jsonb not null,
  edited_fields text[] default '{}'::text[] not null,
  points integer default 0 not null,
  onboarding_status text default 'not_started'::text not null,
  onboarding_step text,
  notifications_enabled boolean default true not null,
  is_discoverable boolean default true not null,
  contact_visibility text default 'connections'::text not null,
  is_blocked boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  last_seen_at timestamp(3) with time zone,
  messenger_signed_at timestamp(3) with time zone,
  erased_at timestamp(3) with time zone,
  is_listed boolean generated always as (is_discoverable AND NOT is_blocked AND last_seen_at IS NOT NULL AND erased_at IS NULL) stored not null,
  search_text text generated always as ((((COALESCE(own_first_name, messenger_first_name) || ' '::text) || COALESCE(own_last_name, messenger_last_name, ''::text)) || ' '::text) || COALESCE(company, ''::text)) stored not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_messenger_id_key UNIQUE (messenger_id),
  constraint users_bio_check CHECK (length(bio) <= 2000),
  constraint users_check CHECK ((messenger_id IS NULL) = (erased_at IS NOT NULL)),
  constraint users_company_check CHECK (length(company) <= 200),
  constraint users_contact_visibility_check CHECK (contact_visibility = ANY (ARRAY['everyone'::text, 'connections'::text])),
  constraint users_headline_check CHECK (length(headline) <= 200),
  constraint users_interests_check CHECK (cardinality(interests) <= 20),
  constraint users_job_title_check CHECK (length(job_title) <= 200),
  constraint users_language_code_check CHECK (length(language_code) <= 35),
  constraint users_looking_for_check CHECK (length(looking_for) <= 500),
  constraint users_messenger_first_name_check CHECK (length(messenger_first_name) <= 256),
  constraint users_messenger_last_name_check CHECK (length(messenger_last_name) <= 256),
  constraint users_offering_check CHECK (length(offering) <= 500),
  constraint users_onboarding_status_check CHECK (onboarding_status = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'completed'::text])),
  constraint users_onboarding_step_check CHECK (length(onboarding_step) <= 100),
  constraint users_own_first_name_check CHECK (length(own_first_name) <= 100),
  constraint users_own_last_name_check CHECK (length(own_last_name) <= 100),
  constraint users_photo_url_check CHECK (length(photo_url) <= 2000),
  constraint users_points_check CHECK (points >= 0),
  constraint users_username_check CHECK (length(username) <= 64)
);

comment on column event_attendances.queue_number is 'The order of arrival, drawn under the lock of the event: who waits longest moves up first.';
comment on column events.edited_fields is 'Fields an administrator edited by hand: no later import overwrites them.';
comment on column events.feed_conference_id is 'The conference whose feed holds the event, also when the event was moved to another.';
comment on column events.feed_variant is 'Tells apart the events of a feed that gives one UID to several; empty where the UID is enough.';
comment on column events.feed_title is 'As the feed told it last, as feed_starts_at: edits by hand do not make an event unknown.';
comment on column users.messenger_first_name is 'What the messenger says; an import may fill it until the first sign-in.';
comment on column users.edited_fields is 'Profile fields the person set: no import overwrites them.';
comment on column users.messenger_signed_at is 'When the messenger data last taken over was signed: an app left open brings older data.';

CREATE INDEX audit_log_subject_idx ON audit_log USING btree (subject_type, subject_id);
CREATE INDEX conferences_published_idx ON conferences USING btree (starts_on, id) WHERE status = 'published'::text;
CREATE UNIQUE INDEX connections_pair_key ON connections USING btree (LEAST(requester_id, recipient_id), GREATEST(requester_id, recipient_id));
CREATE INDEX connections_recipient_idx ON connections USING btree (recipient_id, status, id DESC);
CREATE INDEX connections_requester_idx ON connections USING btree (requester_id, status, id DESC);
CREATE INDEX deleted_feed_events_idx ON deleted_feed_events USING btree (COALESCE(feed_conference_id, 0::bigint), feed_uid, feed_recurrence_id);
CREATE INDEX event_attendances_queue_idx ON event_attendances USING btree (event_id, status, queue_number);
CREATE INDEX event_attendances_user_idx ON event_attendances USING btree (user_id);
CREATE INDEX events_approved_idx ON events USING btree (starts_at, id, ends_at) WHERE status = 'approved'::text;
CREATE INDEX events_conference_idx ON events USING btree (conference_id, status, starts_at, id);
CREATE INDEX events_ends_at_idx ON events USING btree (ends_at) WHERE status = 'approved'::text;
CREATE UNIQUE INDEX events_feed_key ON events USING btree (COALESCE(feed_conference_id, 0::bigint), feed_uid, feed_recurrence_id, feed_variant) WHERE feed_uid IS NOT NULL;
CREATE INDEX events_search_idx ON events USING gin (search_text gin_trgm_ops);
CREATE INDEX events_tags_idx ON events USING gin (folded(tags));
CREATE INDEX notifications_unread_idx ON notifications USING btree (user_id) WHERE clicked_at IS NULL AND dismissed_at IS NULL;
CREATE INDEX rate_limit_counters_expires_idx ON rate_limit_counters USING btree (expires_at);
CREATE INDEX users_created_at_idx ON users USING btree (created_at, id) WHERE erased_at IS NULL;
CREATE INDEX users_first_name_idx ON users USING btree (first_name, id) WHERE erased_at IS NULL;
CREATE INDEX users_interests_idx ON users USING gin (folded(interests)) WHERE is_listed;
CREATE INDEX users_listed_idx ON users USING btree (id DESC) WHERE is_listed;
CREATE INDEX users_search_idx ON users USING gin (search_text gin_trgm_ops) WHERE is_listed;
CREATE INDEX users_username_trgm_idx ON users USING gin (username gin_trgm_ops) WHERE is_listed;
