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
  u.username
from
  feedback as f
  left join users as u on u.id = f.user_id
where f.id = $1
limit $2;
