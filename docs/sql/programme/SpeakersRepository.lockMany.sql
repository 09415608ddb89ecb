select
  id,
  slug,
  name,
  title,
  company,
  bio,
  photo_url,
  is_featured,
  socials,
  user_id,
  status,
  version,
  created_at,
  updated_at
from speakers
where id = any($1::bigint[])
order by id asc
for update;
