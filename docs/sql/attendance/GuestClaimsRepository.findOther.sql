select id
from conference_invitations
where
  conference_id = $1
  and claimed_by = $2
  and withdrawn_at is null
  and not id = $3
limit $4;
