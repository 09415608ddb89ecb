-- 1 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.status = $1
    limit $2
  ) as counted;

-- 2 of 2
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
  e.registration_closes_at,
  e.source,
  e.submitted_by,
  e.rejection_reason,
  e.created_at,
  e.updated_at,
  e.contact
from events as e
where e.status = $1
order by e.id asc
limit $2
offset $3;
