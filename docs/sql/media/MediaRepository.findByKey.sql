select
  id,
  key,
  user_id,
  kind,
  storage,
  purpose,
  status,
  mime_type,
  bytes,
  width,
  height,
  frames,
  variants,
  variant_keys,
  created_at
from media
where
  (
    key = $1
    or variant_keys @> array[$2::text]
  )
limit $3;
