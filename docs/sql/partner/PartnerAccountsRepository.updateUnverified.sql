update partner_accounts
set
  refresh_claim = $1,
  refresh_claimed_until = $2,
  status = $3,
  access_encrypted = $4,
  refresh_encrypted = $5,
  expires_at = $6
where refresh_claim = $7;
