select id
from conference_invitations
where
  conference_id = $1
  and claimed_by = $2
  and withdrawn_at is null
  and (
    conference_invitations.messenger_id is null
    or conference_invitations.claimed_with is not null
  )
limit $3;
