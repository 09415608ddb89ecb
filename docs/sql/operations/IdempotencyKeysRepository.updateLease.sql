update idempotency_keys
set expires_at = now() + $1 * interval '1 millisecond'
where
  scope = $2
  and run_id = $3
  and status is null;
