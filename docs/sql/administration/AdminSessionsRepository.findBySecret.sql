select
  s.id,
  coalesce(k.public_id, s.key_hex) as key,
  s.created_at,
  s.last_seen_at,
  s.ends_at,
  s.ended_at
from
  admin_sessions as s
  left join api_keys as k on k.id = s.key_id
where s.secret_hash = $1;
