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
  withdrawn_at,
  is_walk_in,
  ticket_code_hash,
  ticket_code_end,
  email_hash,
  email_encrypted,
  guest_key_id,
  erased_key_hashes
from conference_invitations
where
  conference_id = $1
  and erased_key_hashes = $2
  and id = any($3::bigint[]);
