-- conferenceCheckIns
select
  a.status,
  a.registered_at,
  case
    when a.status = 'waitlisted' then 1 + (
      select count(*)
      from conference_attendances ahead
      where
        ahead.conference_id = a.conference_id
        and ahead.status = 'waitlisted'
        and ahead.queue_number < a.queue_number
    ) + (
      select count(*)
      from conference_invitations i
      where
        i.conference_id = a.conference_id
        and i.claimed_at is null
        and i.withdrawn_at is null
        and not i.has_seat
        and i.queue_number < a.queue_number
    )
  end as waitlist_position,
  a.checked_in_at,
  a.ticket_type,
  a.claimed_by,
  a.desk_note,
  a.check_in_nonce,
  a.queue_number,
  a.cancelled_at,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'photo_url',
    u.photo_url,
    'company',
    u.company,
    'job_title',
    u.job_title,
    'is_blocked',
    u.is_blocked
  ) as "user",
  t.status = 'cancelled' as is_cancelled
from
  conference_attendances a
  join conferences t on t.id = a.conference_id
  join users u on u.id = a.user_id
where
  a.conference_id = $1
  and a.user_id = $2;

-- eventCheckIns
select
  a.status,
  a.registered_at,
  case
    when a.status = 'waitlisted' then 1 + (
      select count(*)
      from event_attendances ahead
      where
        ahead.event_id = a.event_id
        and ahead.status = 'waitlisted'
        and ahead.queue_number < a.queue_number
    )
  end as waitlist_position,
  a.checked_in_at,
  a.desk_note,
  a.check_in_nonce,
  a.queue_number,
  a.cancelled_at,
  json_build_object(
    'id',
    u.id,
    'first_name',
    u.first_name,
    'last_name',
    u.last_name,
    'photo_url',
    u.photo_url,
    'company',
    u.company,
    'job_title',
    u.job_title,
    'is_blocked',
    u.is_blocked
  ) as "user",
  (
    t.status = 'cancelled'
    or exists (
      select
      from conferences d
      where
        d.id = t.conference_id
        and d.status = 'cancelled'
    )
  ) as is_cancelled
from
  event_attendances a
  join events t on t.id = a.event_id
  join users u on u.id = a.user_id
where
  a.event_id = $1
  and a.user_id = $2;
