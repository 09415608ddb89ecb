-- of all
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
from conference_invitations as i
where
  conference_id = $1
  and id > $2
  and i.claimed_at is null
  and i.withdrawn_at is null
order by id asc
limit $3;

-- of some
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
from conference_invitations as i
where
  conference_id = $1
  and id > $2
  and i.claimed_at is null
  and i.withdrawn_at is null
  and id = any($3::bigint[])
order by id asc
limit $4;
