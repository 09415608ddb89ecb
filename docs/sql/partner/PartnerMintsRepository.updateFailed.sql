update partner_mints
set
  partner_mint_id = $1,
  failure_code = $2,
  status = $3,
  finished_at = CURRENT_TIMESTAMP
where
  id = $4
  and try = $5
  and status in ($6, $7);
