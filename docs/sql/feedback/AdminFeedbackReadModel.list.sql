-- no filter, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
order by
  f.created_at desc,
  f.id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    limit $1
  ) as counted;

-- by status, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.status = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.status = $1
    limit $2
  ) as counted;

-- by rating, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.rating = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by rating, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.rating = $1
    limit $2
  ) as counted;

-- by category, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.category = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by category, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.category = $1
    limit $2
  ) as counted;

-- by user_id, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.user_id = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by user_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.user_id = $1
    limit $2
  ) as counted;

-- by conference_id, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.conference_id = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by conference_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.conference_id = $1
    limit $2
  ) as counted;

-- by event_id, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.event_id = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by event_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.event_id = $1
    limit $2
  ) as counted;

-- by agenda_item_id, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.agenda_item_id = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by agenda_item_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.agenda_item_id = $1
    limit $2
  ) as counted;

-- by from, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.created_at >= $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by from, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.created_at >= $1
    limit $2
  ) as counted;

-- by to, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.created_at < $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by to, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.created_at < $1
    limit $2
  ) as counted;

-- by q, 1 of 7
set local enable_indexscan = on;

set local enable_hashjoin = off;

set local enable_mergejoin = off;

set local enable_memoize = off;

-- by q, 2 of 7
with
  compared as materialized (
    (
      select
        f.id as key,
        exists (
          (
            select 1
            where ((row_contains_word(f.search_text, $1)))
          )
          offset 0
        ) as is_match
      from
        feedback as f
        left join users as u on u.id = f.user_id
        left join conferences as c on c.id = f.conference_id
        left join events as e on e.id = f.event_id
        left join agenda_items as i on i.id = f.agenda_item_id
      order by
        f.created_at desc,
        f.id desc
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

-- by q, 3 of 7
set local enable_indexscan = off;

set local enable_hashjoin = on;

set local enable_mergejoin = on;

set local enable_memoize = on;

-- by q, 4 of 7
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
    select f.id as key
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where ((contains_word(f.search_text, $1)))
    limit $2
  ) as found;

-- by q, 5 of 7
set local enable_indexscan = on;

-- by q, 6 of 7
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.id = any($1::bigint[])
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by q, 7 of 7
set local enable_indexscan = off;

-- every filter, 2 of 6
with
  compared as materialized (
    (
      select
        f.id as key,
        exists (
          (
            select 1
            where ((row_contains_word(f.search_text, $1)))
          )
          offset 0
        ) as is_match
      from
        feedback as f
        left join users as u on u.id = f.user_id
        left join conferences as c on c.id = f.conference_id
        left join events as e on e.id = f.event_id
        left join agenda_items as i on i.id = f.agenda_item_id
      where
        f.status = $2
        and f.rating = $3
        and f.category = $4
        and f.user_id = $5
        and f.conference_id = $6
        and f.event_id = $7
        and f.agenda_item_id = $8
        and f.created_at >= $9
        and f.created_at < $10
      order by
        f.created_at desc,
        f.id desc
      limit $11
    )
  ),
  found as materialized (
    select key
    from compared
    where is_match
    limit $12
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
        limit $13
        offset $14
      ) as page
  ) as keys,
  case
    when (
      select count(*)
      from found
    ) < $15 then (
      select count(*)
      from compared
    ) < $16
    else false
  end as "isWhole";

-- every filter, 5 of 6
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where
  f.status = $1
  and f.rating = $2
  and f.category = $3
  and f.user_id = $4
  and f.conference_id = $5
  and f.event_id = $6
  and f.agenda_item_id = $7
  and f.created_at >= $8
  and f.created_at < $9
  and f.id = any($10::bigint[])
order by
  f.created_at desc,
  f.id desc
limit $11;

-- of a limited key, 1 of 2
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.conference_id = any($1::bigint[])
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- of a limited key, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
      left join conferences as c on c.id = f.conference_id
      left join events as e on e.id = f.event_id
      left join agenda_items as i on i.id = f.agenda_item_id
    where f.conference_id = any($1::bigint[])
    limit $2
  ) as counted;

-- after a cursor
select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about,
  json_build_array(coalesce(f.rating, 0), f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where
  (coalesce(f.rating, 0), f.id) > ($1, $2)
  and f.id = any(
    array(
      (
        select f.id
        from
          feedback as f
          left join users as u on u.id = f.user_id
          left join conferences as c on c.id = f.conference_id
          left join events as e on e.id = f.event_id
          left join agenda_items as i on i.id = f.agenda_item_id
        where (coalesce(f.rating, 0), f.id) > ($3, $4)
        order by
          coalesce(f.rating, 0) asc,
          f.id asc
        limit $5
      )
    )
  )
order by
  coalesce(f.rating, 0) asc,
  f.id asc;
