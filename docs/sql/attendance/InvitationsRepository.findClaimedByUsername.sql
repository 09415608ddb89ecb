select id
from conference_invitations
where
  conference_id = $1
  and claimed_by = $2
  and messenger_id is null
  and withdrawn_at is null
limit $3;
