update partner_accounts
set otp_expires_at = $1
where
  otp_reference = $2
  and status = $3;
