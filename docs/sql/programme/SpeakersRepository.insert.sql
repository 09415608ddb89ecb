insert into speakers (edited_fields, name, slug, socials, status)
values ($1, $2, $3, $4, $5)
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
  status,
  version,
  created_at,
  updated_at;
