-- no filter, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
    limit $1
  ) as counted;

-- no filter, 2 of 2
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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
order by
  f.created_at desc,
  f.id desc
limit $1
offset $2;

-- by status, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
    where f.status = $1
    limit $2
  ) as counted;

-- by status, 2 of 2
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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
where f.status = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by rating, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
    where f.rating = $1
    limit $2
  ) as counted;

-- by rating, 2 of 2
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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
where f.rating = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by category, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
    where f.category = $1
    limit $2
  ) as counted;

-- by category, 2 of 2
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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
where f.category = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by user_id, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
    where f.user_id = $1
    limit $2
  ) as counted;

-- by user_id, 2 of 2
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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
where f.user_id = $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by from, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
    where f.created_at >= $1
    limit $2
  ) as counted;

-- by from, 2 of 2
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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
where f.created_at >= $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by to, 1 of 2
select count(*) as total
from
  (
    select 1
    from
      feedback as f
      left join users as u on u.id = f.user_id
    where f.created_at < $1
    limit $2
  ) as counted;

-- by to, 2 of 2
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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
where f.created_at < $1
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by q, 1 of 4
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
    where ((contains_word(f.search_text, $1)))
    limit $2
  ) as found;

-- by q, 2 of 4
set local enable_indexscan = on;

-- by q, 3 of 4
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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
where f.id = any($1::bigint[])
order by
  f.created_at desc,
  f.id desc
limit $2
offset $3;

-- by q, 4 of 4
set local enable_indexscan = off;

-- every filter, 1 of 4
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
    where
      f.status = $1
      and f.rating = $2
      and f.category = $3
      and f.user_id = $4
      and f.created_at >= $5
      and f.created_at < $6
      and ((contains_word(f.search_text, $7)))
    limit $8
  ) as found;

-- every filter, 3 of 4
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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(f.created_at, f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
where
  f.status = $1
  and f.rating = $2
  and f.category = $3
  and f.user_id = $4
  and f.created_at >= $5
  and f.created_at < $6
  and f.id = any($7::bigint[])
order by
  f.created_at desc,
  f.id desc
limit $8
offset $9;

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
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  json_build_array(coalesce(f.rating, 0), f.id) as sort_place
from
  feedback as f
  left join users as u on u.id = f.user_id
where (coalesce(f.rating, 0), f.id) > ($1, $2)
order by
  coalesce(f.rating, 0) asc,
  f.id asc
limit $3;
