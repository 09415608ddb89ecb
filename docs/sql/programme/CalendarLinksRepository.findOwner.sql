select
  l.user_id,
  u.is_blocked
from
  calendar_links as l
  inner join users as u on u.id = l.user_id
where token_hash = $1
limit $2;
