update partner_accounts
set
  refresh_claim = $1,
  refresh_claimed_until = now() + $2 * interval '1 millisecond'
where
  user_id = $3
  and status = $4
  and coalesce(refresh_claimed_until <= now(), true)
returning refresh_encrypted;
