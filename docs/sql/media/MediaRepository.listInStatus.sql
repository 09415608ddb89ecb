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
  status = $1
  and id > $2
order by id asc
limit $3;
