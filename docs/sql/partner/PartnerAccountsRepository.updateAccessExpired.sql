update partner_accounts
set expires_at = $1
where
  user_id = $2
  and access_encrypted = $3;
