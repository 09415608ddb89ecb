insert into
  partner_accounts (
    destination_encrypted,
    otp_expires_at,
    otp_reference,
    status,
    tries,
    try_returned,
    user_id
  )
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (user_id) do update
set
  destination_encrypted = $8,
  otp_reference = $9,
  otp_expires_at = $10,
  status = $11,
  tries = $12,
  try_returned = $13;
