insert into idempotency_keys as existing (scope, run_id, request_hash, user_id, expires_at)
values ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')
on conflict (scope) do update
set
  run_id = excluded.run_id,
  request_hash = excluded.request_hash,
  status = null,
  body = null,
  mentions = '{}',
  expires_at = excluded.expires_at
where existing.expires_at <= now()
returning scope;
