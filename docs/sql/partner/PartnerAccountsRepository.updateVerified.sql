update partner_accounts
set
  access_encrypted = $1,
  refresh_encrypted = $2,
  expires_at = $3,
  partner_user_id = $4,
  verified_at = $5,
  refresh_claim = $6,
  refresh_claimed_until = $7,
  status = $8,
  destination_encrypted = $9,
  otp_reference = $10,
  otp_expires_at = $11
where
  otp_reference = $12
  and status = $13;
