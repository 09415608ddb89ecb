-- Users, and what stays of erased ones. The messenger, or before the first sign-in an import, says the name and the
-- photo of a user, and so does the user. Both are kept, and the shown value is computed from them: an emptied field
-- shows what the messenger says.

create function imported_if_empty(field text, edited_fields text[], own text, imported text)
returns text language sql immutable parallel safe
return case when field = any(edited_fields) then own else coalesce(own, imported) end;
comment on function imported_if_empty is
  'A profile field after an import that fills empty fields only, and none that the user edited.';

create function imported_until_sign_in(last_seen_at timestamptz, own text, imported text)
returns text language sql immutable parallel safe
return case when last_seen_at is null then coalesce(imported, own) else own end;
comment on function imported_until_sign_in is
  'A field of the messenger after an import: imports fill it until the first sign-in.';

create table users (
  id                    bigint generated always as identity primary key,
  messenger_id          bigint unique,
  messenger_first_name  text not null check (length(messenger_first_name) <= 256),
  messenger_last_name   text check (length(messenger_last_name) <= 256),
  own_first_name        text check (length(own_first_name) <= 100),
  own_last_name         text check (length(own_last_name) <= 100),
  first_name            text not null generated always as (coalesce(own_first_name, messenger_first_name)) stored,
  last_name             text generated always as (coalesce(own_last_name, messenger_last_name)) stored,
  username              text check (length(username) <= 64),
  messenger_photo_url   text,
  language_code         text check (length(language_code) <= 35),
  is_premium            boolean not null default false,
  messenger_reachable   boolean not null default false,
  headline              text check (length(headline) <= 200),
  company               text check (length(company) <= 200),
  job_title             text check (length(job_title) <= 200),
  bio                   text check (length(bio) <= 2000),
  looking_for           text check (length(looking_for) <= 500),
  offering              text check (length(offering) <= 500),
  interests             text[] not null default '{}' check (cardinality(interests) <= 20),
  socials               jsonb not null default '{}',
  edited_fields         text[] not null default '{}',
  points                bigint not null default 0,
  onboarding_status     text not null default 'not_started'
    check (onboarding_status in ('not_started', 'in_progress', 'completed')),
  onboarding_step       text check (length(onboarding_step) <= 100),
  notifications_enabled boolean not null default true,
  is_discoverable       boolean not null default true,
  contact_visibility    text not null default 'connections'
    check (contact_visibility in ('everyone', 'connections')),
  is_blocked            boolean not null default false,
  created_at            timestamptz(3) not null default now(),
  updated_at            timestamptz(3) not null default now(),
  last_seen_at          timestamptz(3),
  messenger_signed_at   timestamptz(3),
  erased_at             timestamptz(3),
  -- Imported people stay out of every list until they have signed in once.
  is_listed             boolean not null generated always as (
    is_discoverable and not is_blocked and last_seen_at is not null and erased_at is null
  ) stored,
  messenger_refused_at  timestamptz(3),
  signed_out_at         timestamptz(3),
  search_text           text not null generated always as (
    folded_for_search(
      name_for_search(coalesce(own_first_name, messenger_first_name)
        || ' ' || coalesce(own_last_name, messenger_last_name, ''))
      || ' ' || coalesce(company, ''))
  ) stored,
  own_photo_url         text check (length(own_photo_url) <= 2000),
  photo_media_id        bigint,
  photo_url             text generated always as (coalesce(own_photo_url, messenger_photo_url)) stored,
  is_ranked             boolean not null default true,
  enrichment_enabled    boolean,
  version               integer not null default 1,
  roster_changed_at     timestamptz(3),
  language              text check (length(language) <= 35),
  messenger_member_at   timestamptz(3),
  notifications_set_at  timestamptz(3),

  constraint users_messenger_id_until_erasure check ((messenger_id is null) = (erased_at is not null)),
  constraint users_photo_url_check check (length(messenger_photo_url) <= 2000)
) with (fillfactor = 85);
comment on column users.messenger_first_name is
  'What the messenger says; an import may fill it until the first sign-in.';
comment on column users.edited_fields is 'Profile fields the person set: no import overwrites them.';
comment on column users.points is 'The sum of the ledger; below 0 after a reversal that follows an adjustment.';
comment on column users.messenger_signed_at is
  'When the messenger data last taken over was signed: an app left open brings older data.';
comment on column users.messenger_refused_at is
  'When the messenger last said that they take no messages: what they signed before does not speak against it.';
comment on column users.enrichment_enabled is
  'Null until the user decides: then only the local provider may read the profile.';
comment on column users.version is 'Raised by each edit of a field that organizers set.';
comment on column users.roster_changed_at is
  'When the name or the block last changed, which rosters show; null: never.';
comment on column users.language is 'BCP 47, chosen by the user; null for the language of the messenger.';
comment on column users.messenger_member_at is
  'When the messenger last knew whether the bot may write, by its own clock.';
comment on column users.notifications_set_at is 'When the user last turned notifications on or off.';

-- GET /users: the listed ones, newest first.
create index users_listed_idx on users (id desc) where is_listed;
-- GET /admin/users, by the columns it can be sorted by
create index users_created_at_idx on users (created_at, id) where erased_at is null;
create index users_first_name_idx on users (first_name, id) where erased_at is null;
create index users_interests_idx on users using gin (folded(interests)) where is_listed;
-- Whom a list means that knows people by their usernames.
create index users_username_idx on users (lower(username));
-- GET /users?q= and ?interest=. Of the listed people only, whom alone these find: an import of
-- 100,000, who are not listed yet, takes 1 s into them, and 8 s into the same over all rows. An
-- administrator's search reads the table instead.
create index users_search_idx on users using gin (search_text gin_trgm_ops) where is_listed;
-- GET /admin/users?q= and the administrators' lists of attendees
create index users_admin_search_idx
  on users using gin ((search_text || ' @' || lower(coalesce(username, ''))) gin_trgm_ops);
-- GET /admin/users?onboarding_status
create index users_onboarding_idx on users (onboarding_status, created_at, id) where erased_at is null;
-- GET /admin/users?is_blocked=true
create index users_blocked_idx on users (created_at, id) where is_blocked and erased_at is null;
-- The deletion of an image finds the profile that shows it.
create index users_photo_media_idx on users (photo_media_id) where photo_media_id is not null;
create index users_words_idx on users using gin (search_words(search_text)) where is_listed;
create index users_admin_words_idx
  on users using gin (search_words(search_text || ' @' || lower(coalesce(username, ''))));
create index users_visible_username_idx
  on users using gin (('@' || lower(username)) gin_trgm_ops) where is_listed and contact_visibility = 'everyone';
-- Lists of attendees by name and by company read the users in their order.
create index users_name_idx on users (left(search_text, 200), id);
create index users_company_idx on users (lower(coalesce(company, '')), id);
create index users_roster_changed_idx on users (roster_changed_at) where roster_changed_at is not null;
create index users_last_name_idx on users (coalesce(last_name, ''), id) where erased_at is null;
create index users_reachable_idx on users (messenger_reachable, created_at, id) where erased_at is null;
create index users_by_language_idx
  on users (lower(split_part(coalesce(language, language_code), '-', 1)), created_at, id) where erased_at is null;

-- What is left of an erased person: enough to keep out data signed before they left, and to
-- keep an administrator's block, without keeping who they were.
create table erased_people (
  messenger_hash text primary key check (length(messenger_hash) = 64),
  erased_at      timestamptz(3) not null,
  is_blocked     boolean not null,
  key_id         text check (length(key_id) = 8)
);
comment on column erased_people.key_id is 'The key that made the hash; null for an older row.';
