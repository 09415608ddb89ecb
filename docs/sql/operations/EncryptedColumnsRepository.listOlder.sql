select
  user_id as row_id,
  destination_encrypted as value
from partner_accounts
where
  user_id > $1
  and substring(
    destination_encrypted
    from 2 for 4
  ) <> decode($2, 'hex')
order by user_id
limit $3;
