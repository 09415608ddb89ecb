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
where
  id in (
    select conference_id
    from conference_attendances
    where
      user_id = any($1::bigint[])
      and not status = $2
  )
  and ends_at > $3
order by id asc
for no key update;
