-- every filter, 1 of 8
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- every filter, 2 of 8
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

-- every filter, 3 of 8
with
  compared as materialized (
    (
      select
        c.id as key,
        exists (
          (
            select 1
            where
              row_contains_word(c.search_text, $1)
              and row_contains_word(c.search_text, $2)
          )
          offset 0
        ) as is_match
      from conferences as c
      where
        c.status = $3
        and c.ends_at > $4
      order by
        c.starts_on asc,
        c.id asc
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

-- every filter, 4 of 8
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

-- every filter, 5 of 8
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
        and contains_misspelled(c.search_text, $3)
        and contains_misspelled(c.search_text, $4)
        and c.id = any(
          array(
            (
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $5
                  and c.ends_at > $6
                  and contains_swapped(c.search_text, $7)
                  and contains_swapped(c.search_text, $8)
                limit $9
              )
              union all
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $10
                  and c.ends_at > $11
                  and contains_piece(c.search_text, $12)
                  and contains_piece(c.search_text, $13)
                limit $14
              )
            )
          )
        )
      limit $15
    )
  ) as found;

-- every filter, 6 of 8
set local enable_indexscan = on;

-- every filter, 7 of 8
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
  and c.id = any($3::bigint[])
order by
  c.starts_on asc,
  c.id asc
limit $4
offset $5;

-- every filter, 8 of 8
set local enable_indexscan = off;

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
