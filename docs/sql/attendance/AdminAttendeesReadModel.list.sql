-- adminConferenceAttendees, every filter, 1 of 3
select count(*) as total
from
  (
    select 1
    from
      conference_attendances as a
      inner join users as u on u.id = a.user_id
    where
      a.conference_id = $1
      and a.status = $2
      and (((u.search_text || ' @' || lower(coalesce(u.username, ''))) like search_pattern($3)))
    limit $4
  ) as counted;

-- adminConferenceAttendees, every filter, 2 of 3
select
  a.user_id,
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.queue_number,
  null as waitlist_position,
  a.ticket_type,
  a.claimed_by
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and a.status = $2
  and (((u.search_text || ' @' || lower(coalesce(u.username, ''))) like search_pattern($3)))
order by a.queue_number asc
limit $4;

-- adminConferenceAttendees, every filter, 3 of 3
select
  queue_number,
  waitlist_position
from
  (
    select
      queue_number,
      row_number() over (
        order by queue_number
      ) as waitlist_position
    from conference_attendances
    where
      conference_id = $1
      and status = 'waitlisted'
      and queue_number <= $2
  ) waitlist
where queue_number >= $3;

-- adminConferenceAttendees, after a cursor
select
  a.user_id,
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.queue_number,
  null as waitlist_position,
  a.ticket_type,
  a.claimed_by
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and a.queue_number > $2
order by a.queue_number asc
limit $3;

-- adminEventAttendees, every filter, 1 of 3
select count(*) as total
from
  (
    select 1
    from
      event_attendances as a
      inner join users as u on u.id = a.user_id
    where
      a.event_id = $1
      and a.status = $2
      and (((u.search_text || ' @' || lower(coalesce(u.username, ''))) like search_pattern($3)))
    limit $4
  ) as counted;

-- adminEventAttendees, every filter, 2 of 3
select
  a.user_id,
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.queue_number,
  null as waitlist_position
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and a.status = $2
  and (((u.search_text || ' @' || lower(coalesce(u.username, ''))) like search_pattern($3)))
order by a.queue_number asc
limit $4;

-- adminEventAttendees, every filter, 3 of 3
select
  queue_number,
  waitlist_position
from
  (
    select
      queue_number,
      row_number() over (
        order by queue_number
      ) as waitlist_position
    from event_attendances
    where
      event_id = $1
      and status = 'waitlisted'
      and queue_number <= $2
  ) waitlist
where queue_number >= $3;

-- adminEventAttendees, after a cursor
select
  a.user_id,
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.queue_number,
  null as waitlist_position
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and a.queue_number > $2
order by a.queue_number asc
limit $3;
