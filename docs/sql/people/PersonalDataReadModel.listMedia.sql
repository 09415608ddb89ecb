select
  id,
  key,
  kind,
  storage,
  purpose,
  status,
  mime_type,
  bytes,
  width,
  height,
  frames,
  sha256,
  created_at
from media
where user_id = $1
order by id asc;
