delete from idempotency_keys
where
  scope = $1
  and run_id = $2
  and status is null;
