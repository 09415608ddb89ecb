update idempotency_keys
set
  body = null,
  mentions = '{}'
where mentions && $1::bigint[];
