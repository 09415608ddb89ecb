-- 1 of 7
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

-- 2 of 7
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
        and c.ends_at <= $3
      order by
        c.starts_on desc,
        c.id desc
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

-- 3 of 7
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

-- 4 of 7
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
        and c.ends_at <= $2
        and ((contains_misspelled(c.search_text, $3)))
        and c.id = any(
          array(
            (
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $4
                  and c.ends_at <= $5
                  and ((contains_swapped(c.search_text, $6)))
                limit $7
              )
              union all
              (
                select c.id as key
                from conferences as c
                where
                  c.status = $8
                  and c.ends_at <= $9
                  and ((contains_piece(c.search_text, $10)))
                limit $11
              )
            )
          )
        )
      limit $12
    )
  ) as found;

-- 5 of 7
set local enable_indexscan = on;

-- 6 of 7
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
  and c.id = any($3::bigint[])
order by
  c.starts_on desc,
  c.id desc
limit $4
offset $5;

-- 7 of 7
set local enable_indexscan = off;
