-- every filter, 1 of 5
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- every filter, 2 of 5
select count(*) as total
from
  (
    select 1
    from conferences as c
    where
      c.status = $1
      and c.ends_at > $2
      and c.search_text like search_pattern($3)
      and c.search_text like search_pattern($4)
    limit $5
  ) as counted;

-- every filter, 3 of 5
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
  and c.ends_at > $2
  and c.search_text like search_pattern($3)
  and c.search_text like search_pattern($4)
order by
  c.starts_on asc,
  c.id asc
limit $5
offset $6;

-- every filter, 4 of 5
select count(*) as total
from
  (
    select 1
    from conferences as c
    where
      c.status = $1
      and c.ends_at > $2
      and contains_similar(c.search_text, $3)
      and contains_similar(c.search_text, $4)
    limit $5
  ) as counted;

-- every filter, 5 of 5
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
  and c.ends_at > $2
  and contains_similar(c.search_text, $3)
  and contains_similar(c.search_text, $4)
order by
  c.starts_on asc,
  c.id asc
limit $5
offset $6;

-- changes, upcoming, 2 of 4
select count(*) as total
from
  (
    select 1
    from conferences as c
    where
      c.status = $1
      and c.ends_at > $2
      and (c.updated_at > $3)
    limit $4
  ) as counted;

-- changes, upcoming, 3 of 4
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
  and c.ends_at > $2
  and (c.updated_at > $3)
order by
  c.starts_on asc,
  c.id asc
limit $4
offset $5;

-- changes, upcoming, 4 of 4
select gone_id as id
from gone_rows
where
  kind = $1
  and gone_at > $2
union
select c.id
from conferences as c
where
  (
    c.updated_at > $3
    or (
      c.ends_at > $4
      and c.ends_at <= $5
    )
  )
  and c.published_at is not null
  and c.id not in (
    select c.id
    from conferences as c
    where
      c.status = $6
      and c.ends_at > $7
  );

-- changes, past, 2 of 4
select count(*) as total
from
  (
    select 1
    from conferences as c
    where
      c.status = $1
      and c.ends_at <= $2
      and (
        c.updated_at > $3
        or (
          c.ends_at > $4
          and c.ends_at <= $5
        )
      )
    limit $6
  ) as counted;

-- changes, past, 3 of 4
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
  and (
    c.updated_at > $3
    or (
      c.ends_at > $4
      and c.ends_at <= $5
    )
  )
order by
  c.starts_on asc,
  c.id asc
limit $6
offset $7;

-- changes, past, 4 of 4
select gone_id as id
from gone_rows
where
  kind = $1
  and gone_at > $2
union
select c.id
from conferences as c
where
  (c.updated_at > $3)
  and c.published_at is not null
  and c.id not in (
    select c.id
    from conferences as c
    where
      c.status = $4
      and c.ends_at <= $5
  );
