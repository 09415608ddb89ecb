select key_id
from partner_erased
where account_hash in ($1, $2)
limit $3;
