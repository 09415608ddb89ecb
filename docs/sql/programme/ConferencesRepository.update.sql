update conferences
set
  name = $1,
  city = $2,
  version = version + 1,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $3
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
  registration_mode,
  registration_closes_at,
  event_access,
  status,
  attendee_count,
  invited_count,
  over_capacity_count,
  ends_at,
  version,
  created_at,
  updated_at;
