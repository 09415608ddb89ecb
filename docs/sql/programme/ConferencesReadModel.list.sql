-- no filter, 1 of 3
select date_trunc('milliseconds', min(xact_start) - interval '100 ms') as as_of
from pg_stat_activity
where
  datname = current_database()
  and backend_type = 'client backend';

-- no filter, 2 of 3
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
  c.starts_on asc,
  c.id asc
limit $2
offset $3;

-- no filter, 3 of 3
select count(*) as total
from
  (
    select 1
    from conferences as c
    where c.status = $1
    limit $2
  ) as counted;

-- by upcoming, 2 of 3
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
order by
  c.starts_on asc,
  c.id asc
limit $3
offset $4;

-- by upcoming, 3 of 3
select count(*) as total
from
  (
    select 1
    from conferences as c
    where
      c.status = $1
      and c.ends_at > $2
    limit $3
  ) as counted;

-- by past, 2 of 3
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
  and c.ends_at <= $2
order by
  c.starts_on asc,
  c.id asc
limit $3
offset $4;

-- by past, 3 of 3
select count(*) as total
from
  (
    select 1
    from conferences as c
    where
      c.status = $1
      and c.ends_at <= $2
    limit $3
  ) as counted;

-- by q, 2 of 9
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 3 of 9
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
      where c.status = $3
      order by
        c.starts_on asc,
        c.id asc
      limit $4
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $5
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
        limit $6
        offset $7
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $8 then (
      select count(*)
      from compared
    ) < $9
    else false
  end as "isWhole";

-- by q, 4 of 9
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 5 of 9
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
    where
      c.status = $1
      and contains_word(c.search_text, $2)
      and contains_word(c.search_text, $3)
    limit $4
  ) as found;

-- by q, 6 of 9
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
        and contains_misspelled(c.search_text, $2)
        and contains_misspelled(c.search_text, $3)
        and c.id = any(
          array(
            (
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $4
                  and contains_swapped(c.search_text, $5)
                  and contains_swapped(c.search_text, $6)
                limit $7
              )
              union all
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $8
                  and contains_piece(c.search_text, $9)
                  and contains_piece(c.search_text, $10)
                limit $11
              )
            )
          )
        )
      limit $12
    )
  ) as found;

-- by q, 7 of 9
set local enable_indexscan = on;

-- by q, 8 of 9
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
  and c.id = any($2::bigint[])
order by
  c.starts_on asc,
  c.id asc
limit $3
offset $4;

-- by q, 9 of 9
set local enable_indexscan = off;

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
        and c.ends_at <= $5
      order by
        c.starts_on asc,
        c.id asc
      limit $6
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $7
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
        limit $8
        offset $9
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $10 then (
      select count(*)
      from compared
    ) < $11
    else false
  end as "isWhole";

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
        and c.ends_at <= $3
        and contains_misspelled(c.search_text, $4)
        and contains_misspelled(c.search_text, $5)
        and c.id = any(
          array(
            (
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $6
                  and c.ends_at > $7
                  and c.ends_at <= $8
                  and contains_swapped(c.search_text, $9)
                  and contains_swapped(c.search_text, $10)
                limit $11
              )
              union all
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $12
                  and c.ends_at > $13
                  and c.ends_at <= $14
                  and contains_piece(c.search_text, $15)
                  and contains_piece(c.search_text, $16)
                limit $17
              )
            )
          )
        )
      limit $18
    )
  ) as found;

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
  c.starts_on asc,
  c.id asc
limit $5
offset $6;

-- by two letters, 3 of 8
with
  compared as materialized (
    (
      select
        c.id as key,
        exists (
          (
            select 1
            where row_contains_word(c.search_text, $1)
          )
          offset 0
        ) as is_match
      from conferences as c
      where c.status = $2
      order by
        c.starts_on asc,
        c.id asc
      limit $3
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $4
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
        limit $5
        offset $6
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $7 then (
      select count(*)
      from compared
    ) < $8
    else false
  end as "isWhole";

-- by two letters, 5 of 8
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
    where
      c.status = $1
      and contains_word(c.search_text, $2)
    limit $3
  ) as found;

-- changes, upcoming, 2 of 4
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
  and (c.updated_at > $3)
order by
  c.starts_on asc,
  c.id asc
limit $4
offset $5;

-- changes, upcoming, 3 of 4
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

-- changes, upcoming, 4 of 4
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

-- changes, past, 2 of 4
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

-- changes, past, 3 of 4
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

-- changes, past, 4 of 4
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
