insert into conferences (ends_on, name, slug, starts_on, timezone)
values ($1, $2, $3, $4, $5)
returning
  id,
  slug,
  name,
  description,
  starts_on,
  ends_on,
  timezone,
  venue,
  city,
  country,
  website,
  image_url,
  capacity,
  status,
  attendee_count,
  ends_at,
  created_at,
  updated_at;
