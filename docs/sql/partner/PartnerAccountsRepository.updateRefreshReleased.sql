update partner_accounts
set
  refresh_claim = $1,
  refresh_claimed_until = $2
where refresh_claim = $3;
