select
  id,
  claim_epoch,
  last_name,
  email_hash,
  claimed_by,
  claimed_at,
  withdrawn_at,
  has_seat,
  checked_in_at,
  $1::bigint = any(barred_user_ids) as is_barred
from conference_invitations
where
  conference_id = $2
  and id = $3
limit $4;
