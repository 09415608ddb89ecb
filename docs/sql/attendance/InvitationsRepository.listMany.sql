select
  id,
  messenger_id,
  username,
  first_name,
  last_name,
  company,
  job_title,
  ticket_type,
  claimed_by,
  claimed_at,
  withdrawn_at
from conference_invitations
where
  conference_id = $1
  and id = any($2::bigint[]);
