-- every filter, 1 of 2
select count(*) as total
from
  (
    select 1
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
      and ((f.search_text like search_pattern($7)))
    limit $8
  ) as counted;

-- every filter, 2 of 2
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
  and ((f.search_text like search_pattern($7)))
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
