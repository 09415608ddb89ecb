select id
from conference_invitations
where
  conference_id = $1
  and ticket_code_hash = any($2::text[])
limit $3;
