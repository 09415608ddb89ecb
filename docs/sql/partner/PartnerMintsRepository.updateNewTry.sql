update partner_mints
set
  status = $1,
  partner_mint_id = $2,
  failure_code = $3,
  finished_at = $4,
  polls = $5,
  next_poll_at = CURRENT_TIMESTAMP,
  requested_at = CURRENT_TIMESTAMP,
  try = try + $6
where
  id = $7
  and status = $8
returning
  id,
  user_id,
  try,
  status,
  partner_mint_id,
  token_id,
  transaction_hash,
  explorer_url,
  failure_code;
