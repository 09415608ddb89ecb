-- by id
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
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status
from events as e
where
  exists (
    select
    from conferences d
    where
      d.id = e.conference_id
      and d.status = 'draft'
  ) is not true
  and is_public_event_status(e.status)
  and e.id = $1
limit $2;

-- by slug
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
  (
    select d.status
    from conferences d
    where d.id = e.conference_id
  ) as conference_status
from events as e
where
  exists (
    select
    from conferences d
    where
      d.id = e.conference_id
      and d.status = 'draft'
  ) is not true
  and is_public_event_status(e.status)
  and e.slug = $1
limit $2;
