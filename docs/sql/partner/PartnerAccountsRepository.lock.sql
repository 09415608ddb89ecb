select
  user_id,
  status,
  partner_user_id,
  destination_encrypted,
  otp_expires_at,
  tries,
  access_encrypted,
  expires_at,
  refresh_claim,
  verified_at
from partner_accounts
where user_id = $1
limit $2
for update;
