-- Notifications of users, and how users want to be notified.

create function is_in_inbox(in_app boolean, dismissed_at timestamptz)
returns boolean language sql immutable parallel safe
return in_app and dismissed_at is null;
comment on function is_in_inbox is 'Whether the inbox lists a notification.';

create function is_unread(in_app boolean, dismissed_at timestamptz, clicked_at timestamptz)
returns boolean language sql immutable parallel safe
return in_app and dismissed_at is null and clicked_at is null;
comment on function is_unread is 'Whether a notification counts as unread in the inbox.';

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

create function delivery_skip_reason(
  messenger_reachable boolean, notifications_enabled boolean, muted_topics text[], topic text)
returns text language sql immutable parallel safe
return case
  when not messenger_reachable then 'unreachable'
  when not notifications_enabled then 'disabled'
  when topic = any(muted_topics) then 'muted'
end;
comment on function delivery_skip_reason is
  'Why a user gets no messenger message of a topic; null for a user who gets one. Users without settings have no muted_topics.';

create table notifications (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users on delete cascade,
  type          text not null,
  title         text not null check (length(title) <= 200),
  body          text not null check (length(body) <= 4000),
  action_url    text check (length(action_url) <= 2000),
  data          jsonb not null default '{}',
  created_at    timestamptz(3) not null default now(),
  clicked_at    timestamptz(3),
  dismissed_at  timestamptz(3),
  job_id        bigint,
  in_app        boolean not null default true,
  args          jsonb,
  superseded_by bigint references notifications on delete set null,
  start         jsonb,

  constraint notifications_open_one_thing check (start is null or action_url is null)
);
comment on column notifications.in_app is 'Whether it stands in the list; one for the messenger alone does not.';
comment on column notifications.args is
  'The values in the text, as they were: the text is rendered from them in the language of its reader. Null: title and body are all there is.';
comment on column notifications.superseded_by is
  'The newest notice of the same subject, which replaces this one in the inbox.';

-- The notifications about a user: deleted with a request, and with an erasure.
create index notifications_actor_idx
  on notifications (((data -> 'actor' ->> 'id')::bigint)) where type in ('connection_request', 'connection_accepted');
create unique index notifications_job_key on notifications (job_id, user_id) where job_id is not null;
-- The unread count of one person.
create index notifications_unread_idx
  on notifications (user_id) where in_app and clicked_at is null and dismissed_at is null;
-- The list of one person, newest first, and what is new to their stream; all of theirs, to be
-- taken along or erased.
create index notifications_list_idx on notifications (user_id, created_at desc, id desc);
create index notifications_superseded_by_idx on notifications (superseded_by) where superseded_by is not null;

-- Of users who ever set anything; all others have what is the default here.
create table notification_settings (
  user_id          bigint primary key references users on delete cascade,
  muted_topics     text[] not null default '{}',
  quiet_start      time without time zone,
  quiet_end        time without time zone,
  quiet_timezone   text
    check (
      quiet_timezone is null
      or ('1970-01-01 00:00:00'::timestamp without time zone at time zone quiet_timezone) is not null
    ),
  seen_up_to       bigint not null default 0,
  quiet_strict     boolean not null default false,
  reminder_minutes smallint not null default 10 check (reminder_minutes in (0, 5, 10, 30)),
  reminder_for     text[] not null default '{favorites,seats}' check (reminder_for <@ array['favorites', 'seats']),

  constraint notification_settings_quiet_hours_complete check (
    num_nulls(quiet_start, quiet_end, quiet_timezone) in (0, 3)
  ),
  constraint notification_settings_quiet_hours_not_empty check (quiet_start <> quiet_end)
);
comment on column notification_settings.muted_topics is 'Of these they get no messenger messages.';
comment on column notification_settings.seen_up_to is 'The id of the newest notification they have seen.';
comment on column notification_settings.quiet_strict is 'Whether quiet hours hold back all messages.';
comment on column notification_settings.reminder_minutes is 'Before the start; 0 for no reminders.';

-- What lets a browser's EventSource listen, which can send no headers; each is used once.
create table stream_tickets (
  token_hash   text primary key check (length(token_hash) = 64),
  user_id      bigint not null references users on delete cascade,
  expires_at   timestamptz(3) not null,
  access_until timestamptz(3) not null
);
comment on column stream_tickets.access_until is
  'When the credentials it was given for end, and with them the stream.';

-- The sweep of those nobody used.
create index stream_tickets_expires_idx on stream_tickets (expires_at);
create index stream_tickets_user_idx on stream_tickets (user_id);
