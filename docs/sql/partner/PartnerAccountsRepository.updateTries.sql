update partner_accounts
set tries = tries + $1
where
  user_id = $2
  and status = $3
  and tries < $4
  and otp_expires_at > $5
returning
  tries,
  otp_reference,
  destination_encrypted;
