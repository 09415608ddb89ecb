select
  t.user_id,
  t.access_until,
  u.signed_out_at,
  u.is_blocked
from
  stream_tickets t
  join users u on u.id = t.user_id
where
  t.token_hash = $1
  and t.expires_at > $2;
