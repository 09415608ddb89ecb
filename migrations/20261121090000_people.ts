import type { Knex } from 'knex';

/**
 * People, what they are to each other, and what they are told.
 *
 * Two sources speak about a person's name: the messenger (or, before the first sign-in, an import)
 * and the person. Both are kept, and `first_name`, `last_name` are computed from them, so that what
 * a person typed is never overwritten and emptying it goes back to the messenger's word.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;

    -- Interests are compared without regard to case, but kept as they were typed.
    create function folded(words text[]) returns text[]
      language sql immutable strict parallel safe
      return array(select lower(word) from unnest(words) as word);

    create table users (
      id                    bigint generated always as identity primary key,
      messenger_id          bigint constraint users_messenger_id_key unique,
      messenger_first_name  text not null check (length(messenger_first_name) <= 256),
      messenger_last_name   text check (length(messenger_last_name) <= 256),
      own_first_name        text check (length(own_first_name) <= 100),
      own_last_name         text check (length(own_last_name) <= 100),
      first_name            text not null generated always as
                            (coalesce(own_first_name, messenger_first_name)) stored,
      last_name             text generated always as
                            (coalesce(own_last_name, messenger_last_name)) stored,
      username              text check (length(username) <= 64),
      photo_url             text check (length(photo_url) <= 2000),
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
      points                integer not null default 0 check (points >= 0),

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
                              is_discoverable and not is_blocked
                              and last_seen_at is not null and erased_at is null
                            ) stored,
      search_text           text not null generated always as (
                              coalesce(own_first_name, messenger_first_name)
                              || ' ' || coalesce(own_last_name, messenger_last_name, '')
                              || ' ' || coalesce(company, '')
                            ) stored,

      check ((messenger_id is null) = (erased_at is not null))
    );
    comment on column users.messenger_first_name is
      'What the messenger says; an import may fill it until the first sign-in.';
    comment on column users.messenger_signed_at is
      'When the messenger data last taken over was signed: an app left open brings older data.';
    comment on column users.edited_fields is
      'Profile fields the person set: no import overwrites them.';

    -- GET /users: the listed ones, newest first.
    create index users_listed_idx on users (id desc) where is_listed;
    -- GET /admin/users, by the columns it can be sorted by
    create index users_created_at_idx on users (created_at, id) where erased_at is null;
    create index users_first_name_idx on users (first_name, id) where erased_at is null;
    -- GET /users?q= and ?interest=. Of the listed people only, whom alone these find: an import of
    -- 100,000, who are not listed yet, takes 1 s into them, and 8 s into the same over all rows. An
    -- administrator's search reads the table instead.
    create index users_search_idx on users using gin (search_text gin_trgm_ops) where is_listed;
    create index users_username_trgm_idx on users using gin (username gin_trgm_ops)
      where is_listed;
    create index users_interests_idx on users using gin (folded(interests)) where is_listed;

    -- What is left of an erased person: enough to keep out data signed before they left, and to
    -- keep an administrator's block, without keeping who they were.
    create table erased_people (
      messenger_hash text primary key check (length(messenger_hash) = 64),
      erased_at      timestamptz(3) not null,
      is_blocked     boolean not null
    );

    -- One row per pair of people, whichever of them asked.
    create table connections (
      id           bigint generated always as identity primary key,
      requester_id bigint not null references users on delete cascade,
      recipient_id bigint not null references users on delete cascade,
      status       text not null default 'pending'
                   check (status in ('pending', 'accepted', 'rejected')),
      message      text check (length(message) <= 500),
      created_at   timestamptz(3) not null default now(),
      responded_at timestamptz(3),

      check (requester_id <> recipient_id),
      check ((status = 'pending') = (responded_at is null))
    );

    create unique index connections_pair_key
      on connections (least(requester_id, recipient_id), greatest(requester_id, recipient_id));
    -- Counts and lists read one side, newest first.
    create index connections_recipient_idx on connections (recipient_id, status, id desc);
    create index connections_requester_idx on connections (requester_id, status, id desc);

    create table notifications (
      id           bigint generated always as identity primary key,
      user_id      bigint not null references users on delete cascade,
      type         text not null,
      title        text not null check (length(title) <= 200),
      body         text not null check (length(body) <= 4000),
      action_url   text check (length(action_url) <= 2000),
      data         jsonb not null default '{}',
      created_at   timestamptz(3) not null default now(),
      clicked_at   timestamptz(3),
      dismissed_at timestamptz(3)
    );

    -- The unread count of one person.
    create index notifications_unread_idx on notifications (user_id)
      where clicked_at is null and dismissed_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table notifications, connections, erased_people, users;
    drop function folded;
    drop extension pg_trgm;
  `);
}
