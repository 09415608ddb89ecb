select distinct
  i.conference_id
from
  conference_invitations as i
  inner join conferences as c on c.id = i.conference_id
  inner join conference_attendances as a on a.conference_id = i.conference_id
  and a.user_id = i.claimed_by
where
  i.claimed_by = $1
  and i.withdrawn_at is null
  and (
    i.messenger_id is null
    or i.claimed_with is not null
  )
  and c.ends_at > $2
  and not a.status = $3
order by i.conference_id asc;
