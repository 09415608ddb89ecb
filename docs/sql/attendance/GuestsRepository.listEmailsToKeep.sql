select
  s.row,
  i.id as invitation_id,
  s.email
from
  staged_attendees s
  join conference_invitations i on i.conference_id = $1
  and i.claimed_at is null
  and i.withdrawn_at is null
  and (
    i.id = s.invitation_id
    or s.invitation_id is null
    and i.queue_number = s.queue_number
  )
where
  s.row > $2
  and s.email is not null
  and i.email_encrypted is null
order by s.row
limit $3;
