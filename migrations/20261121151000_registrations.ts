import type { Knex } from 'knex';

/**
 * Who comes to a conference, who is invited, and who was let in.
 *
 * `conferences.attendee_count` is kept as that of events: by the statements that change an
 * attendance, under the lock of the conference's row, with the check on it as the last word.
 * An invitation holds no seat: it becomes an attendance when its person signs in, and stays to tell
 * that it did, so that the same list sent again invites nobody twice.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table event_attendances add column check_in_nonce text check (length(check_in_nonce) <= 200);
    comment on column event_attendances.check_in_nonce is
      'What the device that checked them in sent along: the same one again is told the same.';
    -- GET /events/:id/attendees, newest first.
    create index event_attendances_seated_idx on event_attendances (event_id, queue_number desc)
      where status in ('registered', 'checked_in');
    -- GET /admin/events/:id/attendees, in the order of arrival.
    create index event_attendances_arrival_idx on event_attendances (event_id, queue_number);

    create table conference_attendances (
      conference_id  bigint not null references conferences on delete cascade,
      user_id        bigint not null references users on delete cascade,
      status         text not null
                     check (status in ('registered', 'waitlisted', 'cancelled', 'checked_in')),
      queue_number   bigint not null default nextval('attendance_queue'),
      ticket_type    text check (length(ticket_type) <= 100),
      registered_at  timestamptz(3) not null,
      checked_in_at  timestamptz(3),
      check_in_nonce text check (length(check_in_nonce) <= 200),
      primary key (conference_id, user_id),
      check ((status = 'checked_in') = (checked_in_at is not null))
    );
    -- The waiting list of one conference in its order, and everybody who comes.
    create index conference_attendances_queue_idx
      on conference_attendances (conference_id, status, queue_number);
    -- GET /conferences/:id/attendees, newest first.
    create index conference_attendances_seated_idx
      on conference_attendances (conference_id, queue_number desc)
      where status in ('registered', 'checked_in');
    -- GET /admin/conferences/:id/attendees, in the order of arrival.
    create index conference_attendances_arrival_idx
      on conference_attendances (conference_id, queue_number);
    -- Where a person goes.
    create index conference_attendances_user_idx on conference_attendances (user_id);

    create table conference_invitations (
      id            bigint generated always as identity primary key,
      conference_id bigint not null references conferences on delete cascade,
      messenger_id  bigint,
      username      text check (length(username) <= 64),
      first_name    text check (length(first_name) <= 256),
      last_name     text check (length(last_name) <= 256),
      company       text check (length(company) <= 200),
      job_title     text check (length(job_title) <= 200),
      ticket_type   text check (length(ticket_type) <= 100),
      created_at    timestamptz(3) not null default now(),
      claimed_by    bigint references users on delete set null,
      claimed_at    timestamptz(3),
      check (messenger_id is not null or username is not null),
      check (claimed_by is null or claimed_at is not null)
    );
    create unique index conference_invitations_messenger_key
      on conference_invitations (conference_id, messenger_id);
    create unique index conference_invitations_username_key
      on conference_invitations (conference_id, lower(username)) where messenger_id is null;
    -- What waits for somebody who signs in.
    create index conference_invitations_open_messenger_idx on conference_invitations (messenger_id)
      where claimed_at is null;
    create index conference_invitations_open_username_idx on conference_invitations (lower(username))
      where claimed_at is null and messenger_id is null;
    -- Erasure.
    create index conference_invitations_claimed_idx on conference_invitations (claimed_by);

    -- Whom a list means that knows people by their usernames.
    create index users_username_idx on users (lower(username));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index users_username_idx;
    drop table conference_invitations, conference_attendances;
    drop index event_attendances_seated_idx, event_attendances_arrival_idx;
    alter table event_attendances drop column check_in_nonce;
  `);
}
