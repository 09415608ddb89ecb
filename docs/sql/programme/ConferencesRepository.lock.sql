select
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
  updated_at
from conferences
where id = $1
limit $2
for no key update;
