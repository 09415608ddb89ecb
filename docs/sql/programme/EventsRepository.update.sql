update events
set
  title = $1,
  capacity = $2,
  over_capacity_count = least(over_capacity_count, greatest(0, attendee_count - $3::integer)),
  edited_fields = array(
    select distinct
      unnest(edited_fields || $4::text[])
    order by 1
  ),
  version = version + 1,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $5
returning
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
  updated_at;
