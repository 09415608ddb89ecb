insert into partner_mints (user_id)
values ($1)
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
