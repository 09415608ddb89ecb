-- 1 of 5
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
      and c.ends_at <= $2
      and ((contains_word(c.search_text, $3)))
    limit $4
  ) as found;

-- 2 of 5
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

-- 3 of 5
set local enable_indexscan = on;

-- 4 of 5
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

-- 5 of 5
set local enable_indexscan = off;
