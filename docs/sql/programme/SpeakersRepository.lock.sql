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
where id = $1
limit $2
for no key update;
