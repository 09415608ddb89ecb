select id
from conference_invitations
where
  conference_id = $1
  and not id = $2
  and ticket_code_hash = any($3::text[])
limit $4;
