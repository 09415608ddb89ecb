-- adminConferenceAttendees
select
  coalesce(u.messenger_id, i.messenger_id) as messenger_id,
  coalesce(u.first_name, i.first_name) as first_name,
  coalesce(u.last_name, i.last_name) as last_name,
  coalesce(u.username, i.username) as username,
  coalesce(u.company, i.company) as company,
  coalesce(u.job_title, i.job_title) as job_title,
  r.user_id,
  r.invitation_id,
  u.is_blocked,
  a.registered_at,
  r.queue_number,
  a.claimed_by,
  a.version,
  a.desk_note,
  i.reopened_at,
  i.ticket_code_end,
  i.is_walk_in,
  i.email_encrypted,
  i.email_hash is not null as has_email,
  coalesce(a.checked_in_at, i.checked_in_at) as checked_in_at,
  coalesce(
    a.status,
    case
      when i.withdrawn_at is null then 'invited'
      else 'withdrawn'
    end
  ) as status,
  coalesce(a.ticket_type, i.ticket_type) as ticket_type,
  coalesce(
    a.status = 'waitlisted',
    i.claimed_at is null
    and i.withdrawn_at is null
    and not i.has_seat
  ) as waits
from
  (
    select
      i.conference_id,
      i.queue_number,
      null::bigint as user_id,
      i.id as invitation_id,
      i.claimed_at is null
      and i.withdrawn_at is null as is_listed
    from conference_invitations as i
  ) as r
  left join conference_attendances as a on a.user_id = r.user_id
  and a.conference_id = $1
  left join users as u on u.id = r.user_id
  left join conference_invitations as i on i.id = r.invitation_id
where
  r.conference_id = $2
  and r.is_listed
  and r.invitation_id = $3;
