select
  id,
  slug,
  conference_id,
  title,
  description,
  kind,
  status,
  starts_at,
  ends_at,
  all_day,
  timezone,
  venue_name,
  venue_address,
  venue_latitude,
  venue_longitude,
  image_url,
  url,
  organizer,
  tags,
  capacity,
  attendee_count,
  over_capacity_count,
  registration_mode,
  registration_closes_at,
  source,
  submitted_by,
  rejection_reason,
  version,
  created_at,
  updated_at
from events
where
  conference_id = $1
  and folded_name(venue_name) = folded_name($2)
order by id asc
for update;
