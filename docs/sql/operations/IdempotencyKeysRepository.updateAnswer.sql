update idempotency_keys
set
  status = $1,
  body = $2,
  mentions = $3,
  expires_at = now() + interval '24 hours'
where
  scope = $4
  and run_id = $5
  and status is null;
