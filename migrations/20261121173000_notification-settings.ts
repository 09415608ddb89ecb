import type { Knex } from 'knex';

/** What people wish to be told of, and when; and how they listen to what is new. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of those who ever set anything; everybody else has what is the default here.
    create table notification_settings (
      user_id        bigint primary key references users on delete cascade,
      muted_topics   text[] not null default '{}',
      quiet_start    time,
      quiet_end      time,
      quiet_timezone text check (
        quiet_timezone is null
        or (timestamp '1970-01-01' at time zone quiet_timezone) is not null),
      seen_up_to     bigint not null default 0,

      check (num_nulls(quiet_start, quiet_end, quiet_timezone) in (0, 3)),
      check (quiet_start <> quiet_end)
    );
    comment on column notification_settings.muted_topics is 'Of these they get no messenger messages.';
    comment on column notification_settings.seen_up_to is 'The id of the newest notification they have seen.';

    -- When the quiet hours end in which this moment lies; null when it lies in none.
    create function quiet_until(at timestamptz, quiet_start time, quiet_end time, zone text)
    returns timestamptz language sql immutable parallel safe
    return case
      when quiet_start < quiet_end then
        case when (at at time zone zone)::time >= quiet_start
              and (at at time zone zone)::time < quiet_end
             then ((at at time zone zone)::date + quiet_end) at time zone zone end
      when (at at time zone zone)::time >= quiet_start
        then ((at at time zone zone)::date + 1 + quiet_end) at time zone zone
      when (at at time zone zone)::time < quiet_end
        then ((at at time zone zone)::date + quiet_end) at time zone zone
    end;

    -- What lets a browser's EventSource listen, which can send no headers; each is used once.
    create table stream_tickets (
      token_hash   text primary key check (length(token_hash) = 64),
      user_id      bigint not null references users on delete cascade,
      expires_at   timestamptz(3) not null,
      access_until timestamptz(3) not null
    );
    comment on column stream_tickets.access_until is 'When the credentials it was given for end, and with them the stream.';
    -- The sweep of those nobody used.
    create index stream_tickets_expires_idx on stream_tickets (expires_at);
    create index stream_tickets_user_idx on stream_tickets (user_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table stream_tickets;
    drop function quiet_until;
    drop table notification_settings;
  `);
}
