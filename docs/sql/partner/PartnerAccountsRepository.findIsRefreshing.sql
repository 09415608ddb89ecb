select user_id
from partner_accounts
where
  user_id = $1
  and status = $2
  and refresh_claimed_until > now()
limit $3;
