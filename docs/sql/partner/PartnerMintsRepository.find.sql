select
  id,
  user_id,
  try,
  status,
  partner_mint_id,
  token_id,
  transaction_hash,
  explorer_url,
  failure_code
from partner_mints
where id = $1
limit $2;
