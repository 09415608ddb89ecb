update events
set
  venue_name = $1,
  version = version + 1,
  updated_at = now(),
  edited_fields = case
    when source = 'extcal'
    and not edited_fields @> '{venue}' then edited_fields || '{venue}'::text[]
    else edited_fields
  end
where id = any($2::bigint[])
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
