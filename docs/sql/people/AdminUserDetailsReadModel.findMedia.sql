select
  m.id,
  m.kind,
  m.purpose,
  m.bytes,
  m.created_at,
  count(*) over () as count
from media as m
where
  m.user_id = $1
  and m.status = $2
order by m.id desc
limit $3;
