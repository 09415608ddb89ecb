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
  id in (
    select event_id
    from event_attendances
    where
      user_id = any($1::bigint[])
      and not status = $2
  )
  and ends_at > $3
order by id asc
for update;
