select
  i.conference_id,
  i.id as invitation_id,
  i.queue_number
from conference_invitations as i
where
  i.id = $1
  and i.claimed_at is null
  and i.withdrawn_at is null
limit $2;
