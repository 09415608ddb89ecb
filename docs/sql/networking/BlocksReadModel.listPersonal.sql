select
  json_build_object('id', u.id, 'first_name', u.first_name) as user,
  b.created_at
from
  blocks b
  join users u on u.id = b.blocked_id
where b.blocker_id = $1
order by
  b.created_at,
  u.id;
