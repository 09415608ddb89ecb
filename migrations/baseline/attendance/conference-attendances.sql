-- Attendees of conferences.

-- The order in which seats are given, of attendances and invitations.
create sequence attendance_queue;

create function holds_seat(status text)
returns boolean language sql immutable parallel safe
return status in ('registered', 'checked_in');
comment on function holds_seat is 'Whether an attendance of this status counts towards the capacity.';

create table conference_attendances (
  conference_id             bigint not null references conferences on delete cascade,
  user_id                   bigint not null references users on delete cascade,
  status                    text not null check (status in ('registered', 'waitlisted', 'cancelled', 'checked_in')),
  queue_number              bigint not null default nextval('attendance_queue'),
  ticket_type               text check (length(ticket_type) <= 100),
  registered_at             timestamptz(3) not null,
  checked_in_at             timestamptz(3),
  check_in_nonce            text check (length(check_in_nonce) <= 200),
  claimed_by                text check (claimed_by in ('username', 'ticket_code', 'link')),
  version                   integer not null default 1,
  desk_note                 text check (length(desk_note) <= 1000),
  changed_at                timestamptz(3) not null default now(),
  check_in_device           text check (length(check_in_device) <= 64),
  check_in_key              text check (length(check_in_key) <= 64),
  check_in_administrator_id bigint,
  badge_changed_at          timestamptz(3) not null default now(),

  primary key (conference_id, user_id),
  constraint conference_attendances_checked_in_has_time check ((status = 'checked_in') = (checked_in_at is not null))
);
comment on column conference_attendances.claimed_by is
  'username: the seat or the ticket type comes from an import row without a messenger id.';
comment on column conference_attendances.version is 'Raised by each edit of a field that organizers set.';
comment on column conference_attendances.desk_note is
  'For organizers and the door; the attendee sees it in the export only.';
comment on column conference_attendances.check_in_key is
  'The id of the API key that checked the attendee in, as in the audit log.';
comment on column conference_attendances.badge_changed_at is
  'When the attendee last got a seat, or another ticket type.';

-- The waitlist of one conference in its order, and its attendees.
create index conference_attendances_queue_idx on conference_attendances (conference_id, status, queue_number);
-- GET /admin/conferences/:id/attendees, in the order of arrival.
create index conference_attendances_arrival_idx on conference_attendances (conference_id, queue_number);
-- Where a person goes.
create index conference_attendances_user_idx on conference_attendances (user_id);
-- GET /admin/conferences/:conference_id/attendees?sort=checked_in_at
create index conference_attendances_checked_in_idx
  on conference_attendances (conference_id, (coalesce(checked_in_at, '-infinity'::timestamptz)), queue_number);
create index conference_attendances_newest_idx
  on conference_attendances (conference_id, queue_number) where status in ('registered', 'checked_in');
-- The filter and the order by ticket type.
create index conference_attendances_ticket_type_idx
  on conference_attendances (conference_id, coalesce(ticket_type, ''), queue_number);
create index conference_attendances_claimed_by_idx
  on conference_attendances (conference_id, claimed_by, queue_number) where claimed_by is not null;
-- What changed in a roster since a time.
create index conference_attendances_changed_idx on conference_attendances (conference_id, changed_at);
