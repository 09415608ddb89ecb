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
where id = $1
limit $2;
