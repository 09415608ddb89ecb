select
  e.id,
  e.slug,
  e.conference_id,
  e.title,
  e.description,
  e.kind,
  e.status,
  e.starts_at,
  e.ends_at,
  e.all_day,
  e.timezone,
  e.venue_name,
  e.venue_address,
  e.venue_latitude,
  e.venue_longitude,
  e.image_url,
  e.url,
  e.organizer,
  e.tags,
  e.capacity,
  e.attendee_count,
  e.over_capacity_count,
  e.registration_mode,
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.version,
  e.created_at,
  e.updated_at,
  e.contact,
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = e.submitted_by
  ) as submitter
from events as e
where e.id = $1
limit $2;
