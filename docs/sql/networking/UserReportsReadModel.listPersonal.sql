select
  r.id,
  json_build_object('id', u.id, 'first_name', u.first_name) as user,
  r.reason,
  r.text,
  r.created_at
from
  user_reports r
  join users u on u.id = r.reported_id
where r.reporter_id = $1
order by
  r.created_at,
  r.id;
