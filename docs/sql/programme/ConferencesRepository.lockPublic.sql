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
  status,
  attendee_count,
  ends_at,
  created_at,
  updated_at
from conferences
where
  id = $1
  and not status = $2
limit $3
for update;
