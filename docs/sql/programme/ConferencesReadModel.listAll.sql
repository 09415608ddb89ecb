-- no filter, 1 of 2
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
  c.version,
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
order by
  c.starts_on desc,
  c.id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from conferences as c
    limit $1
  ) as counted;

-- by status, 1 of 2
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
  c.version,
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
where c.status = $1
order by
  c.starts_on desc,
  c.id desc
limit $2
offset $3;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from conferences as c
    where c.status = $1
    limit $2
  ) as counted;

-- by upcoming, 1 of 2
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
  c.version,
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
where c.ends_at > $1
order by
  c.starts_on desc,
  c.id desc
limit $2
offset $3;

-- by upcoming, 2 of 2
select count(*) as total
from
  (
    select 1
    from conferences as c
    where c.ends_at > $1
    limit $2
  ) as counted;

-- by past, 1 of 2
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
  c.version,
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
where c.ends_at <= $1
order by
  c.starts_on desc,
  c.id desc
limit $2
offset $3;

-- by past, 2 of 2
select count(*) as total
from
  (
    select 1
    from conferences as c
    where c.ends_at <= $1
    limit $2
  ) as counted;

-- by q, 1 of 8
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 2 of 8
with
  compared as materialized (
    (
      select
        c.id as key,
        exists (
          (
            select 1
            where ((row_contains_word(c.search_text, $1)))
          )
          offset 0
        ) as is_match
      from conferences as c
      order by
        c.starts_on desc,
        c.id desc
      limit $2
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $3
  )
select
  (
    select count(*)
    from found
  ) as matches,
  (
    select coalesce(json_agg(key), '[]')
    from
      (
        select key
        from found
        limit $4
        offset $5
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $6 then (
      select count(*)
      from compared
    ) < $7
    else false
  end as "isWhole";

-- by q, 3 of 8
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 4 of 8
select
  count(*) as total,
  coalesce(
    case
      when count(*) <= 1000 then json_agg(key)
    end,
    '[]'
  ) as keys
from
  (
    select c.id as key
    from conferences as c
    where ((contains_word(c.search_text, $1)))
    limit $2
  ) as found;

-- by q, 5 of 8
select
  count(*) as total,
  coalesce(
    case
      when count(*) <= 1000 then json_agg(key)
    end,
    '[]'
  ) as keys
from
  (
    (
      select c.id as key
      from conferences as c
      where
        ((contains_misspelled(c.search_text, $1)))
        and c.id = any(
          array(
            (
              (
                select c.id as key
                from conferences as c
                where ((contains_swapped(c.search_text, $2)))
                limit $3
              )
              union all
              (
                select c.id as key
                from conferences as c
                where ((contains_piece(c.search_text, $4)))
                limit $5
              )
            )
          )
        )
      limit $6
    )
  ) as found;

-- by q, 6 of 8
set local enable_indexscan = on;

-- by q, 7 of 8
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
  c.version,
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
where c.id = any($1::bigint[])
order by
  c.starts_on desc,
  c.id desc
limit $2
offset $3;

-- by q, 8 of 8
set local enable_indexscan = off;

-- every filter, 2 of 7
with
  compared as materialized (
    (
      select
        c.id as key,
        exists (
          (
            select 1
            where ((row_contains_word(c.search_text, $1)))
          )
          offset 0
        ) as is_match
      from conferences as c
      where
        c.status = $2
        and c.ends_at > $3
        and c.ends_at <= $4
      order by
        c.starts_on desc,
        c.id desc
      limit $5
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $6
  )
select
  (
    select count(*)
    from found
  ) as matches,
  (
    select coalesce(json_agg(key), '[]')
    from
      (
        select key
        from found
        limit $7
        offset $8
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $9 then (
      select count(*)
      from compared
    ) < $10
    else false
  end as "isWhole";

-- every filter, 4 of 7
select
  count(*) as total,
  coalesce(
    case
      when count(*) <= 1000 then json_agg(key)
    end,
    '[]'
  ) as keys
from
  (
    (
      select c.id as key
      from conferences as c
      where
        c.status = $1
        and c.ends_at > $2
        and c.ends_at <= $3
        and ((contains_misspelled(c.search_text, $4)))
        and c.id = any(
          array(
            (
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $5
                  and c.ends_at > $6
                  and c.ends_at <= $7
                  and ((contains_swapped(c.search_text, $8)))
                limit $9
              )
              union all
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $10
                  and c.ends_at > $11
                  and c.ends_at <= $12
                  and ((contains_piece(c.search_text, $13)))
                limit $14
              )
            )
          )
        )
      limit $15
    )
  ) as found;

-- every filter, 6 of 7
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
  c.version,
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
  and c.ends_at <= $3
  and c.id = any($4::bigint[])
order by
  c.starts_on desc,
  c.id desc
limit $5
offset $6;

-- by name, 1 of 2
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
  c.version,
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
order by
  lower(c.name) asc,
  c.id asc
limit $1
offset $2;

-- of a limited key, 1 of 2
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
  c.version,
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
where c.id = any($1::bigint[])
order by
  lower(c.name) asc,
  c.id asc
limit $2
offset $3;

-- of a limited key, 2 of 2
select count(*) as total
from
  (
    select 1
    from conferences as c
    where c.id = any($1::bigint[])
    limit $2
  ) as counted;
