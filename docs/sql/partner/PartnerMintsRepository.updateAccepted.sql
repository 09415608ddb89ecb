update partner_mints
set
  status = $1,
  partner_mint_id = $2,
  next_poll_at = now() + $3 * interval '1 millisecond'
where
  id = $4
  and try = $5
  and status in ($6, $7);
