update enrichments e
set
  status = 'ready',
  error = null,
  provider = $1,
  headline = $2,
  summary = $3,
  tags = $4::text[],
  interests = $5::text[],
  input_hash = $6,
  generated_at = now(),
  synced_at = null
from users u
where
  u.id = $7
  and e.user_id = u.id
  and (
    u.is_listed
    and coalesce(u.enrichment_enabled, not $8::boolean)
  )
returning e.user_id;
