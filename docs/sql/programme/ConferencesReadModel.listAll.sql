-- 1 of 4
select count(*) as total
from
  (
    select 1
    from conferences as c
    where
      c.status = $1
      and c.ends_at <= $2
      and ((c.search_text like search_pattern($3)))
    limit $4
  ) as counted;

-- 2 of 4
select
  c.id,
  c.slug,
  c.name,
  c.description,
  c.starts_on,
  c.ends_on,
  c.timezone,
  c.venue,
  c.city,
  c.country,
  c.website,
  c.image_url,
  c.capacity,
  c.registration_mode,
  c.registration_closes_at,
  c.event_access,
  c.status,
  c.attendee_count,
  c.invited_count,
  c.over_capacity_count,
  c.ends_at,
  c.created_at,
  c.updated_at,
  (
    select count(*)
    from events e
    where
      e.conference_id = c.id
      and e.status = 'approved'
  ) as event_count
from conferences as c
where
  c.status = $1
  and c.ends_at <= $2
  and ((c.search_text like search_pattern($3)))
order by
  c.starts_on desc,
  c.id desc
limit $4
offset $5;

-- 3 of 4
select count(*) as total
from
  (
    select 1
    from conferences as c
    where
      c.status = $1
      and c.ends_at <= $2
      and ((contains_similar(c.search_text, $3)))
    limit $4
  ) as counted;

-- 4 of 4
select
  c.id,
  c.slug,
  c.name,
  c.description,
  c.starts_on,
  c.ends_on,
  c.timezone,
  c.venue,
  c.city,
  c.country,
  c.website,
  c.image_url,
  c.capacity,
  c.registration_mode,
  c.registration_closes_at,
  c.event_access,
  c.status,
  c.attendee_count,
  c.invited_count,
  c.over_capacity_count,
  c.ends_at,
  c.created_at,
  c.updated_at,
  (
    select count(*)
    from events e
    where
      e.conference_id = c.id
      and e.status = 'approved'
  ) as event_count
from conferences as c
where
  c.status = $1
  and c.ends_at <= $2
  and ((contains_similar(c.search_text, $3)))
order by
  c.starts_on desc,
  c.id desc
limit $4
offset $5;
