update partner_accounts
set destination_encrypted = $1
where
  user_id = $2
  and destination_encrypted = $3;
