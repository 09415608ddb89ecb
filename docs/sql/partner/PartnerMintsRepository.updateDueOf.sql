update partner_mints
set next_poll_at = least(next_poll_at, now())
where
  user_id = $1
  and status in ($2, $3);
