select
  id,
  title,
  status,
  starts_at,
  ends_at,
  contact,
  conference_id,
  description,
  timezone,
  venue_name,
  venue_address,
  venue_latitude,
  venue_longitude,
  image_url,
  url,
  capacity,
  rejection_reason,
  created_at
from events
where submitted_by = $1
order by id asc;
