select
  request_hash,
  status,
  body
from idempotency_keys
where
  scope = $1
  and expires_at > now()
limit $2;
