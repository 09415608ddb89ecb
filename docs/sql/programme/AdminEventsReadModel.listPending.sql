-- by id, 1 of 2
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
where e.status = $1
order by e.id asc
limit $2
offset $3;

-- by id, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where e.status = $1
    limit $2
  ) as counted;

-- by start, 1 of 2
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
where e.status = $1
order by
  e.starts_at asc,
  e.id asc
limit $2
offset $3;

-- by title, 1 of 2
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
where e.status = $1
order by
  lower(e.title) asc,
  e.id asc
limit $2
offset $3;

-- of a conference, 1 of 2
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
where
  e.status = $1
  and e.conference_id = $2
order by e.id asc
limit $3
offset $4;

-- of a conference, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where
      e.status = $1
      and e.conference_id = $2
    limit $3
  ) as counted;

-- of a limited key, 1 of 2
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
where
  e.status = $1
  and e.conference_id = any($2::bigint[])
order by e.id asc
limit $3
offset $4;

-- of a limited key, 2 of 2
select count(*) as total
from
  (
    select 1
    from events as e
    where
      e.status = $1
      and e.conference_id = any($2::bigint[])
    limit $3
  ) as counted;
