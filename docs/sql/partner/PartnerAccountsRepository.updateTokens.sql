update partner_accounts
set
  access_encrypted = $1,
  refresh_encrypted = $2,
  expires_at = $3,
  refresh_claim = $4,
  refresh_claimed_until = $5
where refresh_claim = $6;
