-- Attendees of events.

create table event_attendances (
  event_id                  bigint not null references events on delete cascade,
  user_id                   bigint not null references users on delete cascade,
  status                    text not null check (status in ('registered', 'waitlisted', 'cancelled', 'checked_in')),
  queue_number              bigint not null default nextval('attendance_queue'),
  registered_at             timestamptz(3) not null,
  checked_in_at             timestamptz(3),
  check_in_nonce            text check (length(check_in_nonce) <= 200),
  version                   integer not null default 1,
  desk_note                 text check (length(desk_note) <= 1000),
  check_in_device           text check (length(check_in_device) <= 64),
  check_in_key              text check (length(check_in_key) <= 64),
  check_in_administrator_id bigint,

  primary key (event_id, user_id),
  constraint event_attendances_checked_in_has_time check ((status = 'checked_in') = (checked_in_at is not null))
);
comment on column event_attendances.queue_number is
  'The order of arrival, drawn under the lock of the event: who waits longest moves up first.';
comment on column event_attendances.check_in_nonce is
  'What the device that checked them in sent along: the same one again is told the same.';
comment on column event_attendances.version is 'Raised by each edit of a field that organizers set.';
comment on column event_attendances.desk_note is
  'For organizers and the door; the attendee sees it in the export only.';
comment on column event_attendances.check_in_key is
  'The id of the API key that checked the attendee in, as in the audit log.';

-- The waitlist of one event in its order, and its attendees.
create index event_attendances_queue_idx on event_attendances (event_id, status, queue_number);
-- GET /events/my
create index event_attendances_user_idx on event_attendances (user_id);
-- GET /admin/events/:id/attendees, in the order of arrival.
create index event_attendances_arrival_idx on event_attendances (event_id, queue_number);
-- GET /admin/events/:id/attendees?sort=checked_in_at
create index event_attendances_checked_in_idx
  on event_attendances (event_id, (coalesce(checked_in_at, '-infinity'::timestamptz)), queue_number);
create index event_attendances_newest_idx
  on event_attendances (event_id, queue_number) where status in ('registered', 'checked_in');
