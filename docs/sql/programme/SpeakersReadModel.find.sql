-- by id
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at
from speakers as s
where
  s.id = $1
  and s.status = $2
limit $3;

-- by slug
select
  s.id,
  s.slug,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url,
  s.is_featured,
  s.socials,
  s.user_id,
  s.status,
  s.version,
  s.created_at,
  s.updated_at
from speakers as s
where
  s.slug = $1
  and s.status = $2
limit $3;
