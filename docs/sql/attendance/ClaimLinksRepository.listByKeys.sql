select
  id,
  claim_epoch,
  messenger_id,
  username,
  first_name,
  last_name,
  company,
  ticket_type,
  ticket_code_hash,
  ticket_code_end,
  email_hash
from conference_invitations i
where
  conference_id = $1
  and i.claimed_at is null
  and i.withdrawn_at is null
  and (
    ticket_code_hash = any($2::text[])
    or messenger_id = any($3::bigint[])
    or email_hash = any($4::text[])
    and ticket_code_hash is null
    or lower(username) = any($5::text[])
    and messenger_id is null
  );
