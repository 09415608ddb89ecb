-- adminConferenceAttendees
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.ticket_type,
  a.claimed_by,
  a.queue_number,
  a.status = 'waitlisted' as waits,
  null::bigint as invitation_id,
  null::timestamptz as reopened_at
from
  conference_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.conference_id = $1
  and a.user_id = $2;

-- adminEventAttendees
select
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  u.job_title,
  a.user_id,
  u.is_blocked,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.version,
  a.desk_note,
  a.queue_number,
  a.status = 'waitlisted' as waits
from
  event_attendances as a
  inner join users as u on u.id = a.user_id
where
  a.event_id = $1
  and a.user_id = $2;
