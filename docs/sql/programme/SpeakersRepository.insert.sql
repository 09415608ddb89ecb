insert into speakers (name, slug, socials)
values ($1, $2, $3)
returning
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
  created_at,
  updated_at;
