update partner_mints
set
  status = $1,
  next_poll_at = now() + $2 * interval '1 millisecond'
where
  id = $3
  and try = $4
  and status in ($5, $6);
