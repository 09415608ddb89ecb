update partner_accounts
set
  try_returned = $1,
  tries = tries - $2
where
  otp_reference = $3
  and status = $4
  and try_returned = $5
  and tries > $6;
