update partner_mints
set
  partner_mint_id = $1,
  token_id = $2,
  transaction_hash = $3,
  explorer_url = $4,
  status = $5,
  finished_at = CURRENT_TIMESTAMP
where
  id = $6
  and try = $7
  and status in ($8, $9)
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
