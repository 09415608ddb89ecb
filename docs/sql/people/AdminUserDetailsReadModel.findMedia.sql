select
  m.id,
  m.kind,
  m.purpose,
  m.bytes,
  m.created_at,
  (
    select count(*)
    from media as m
    where
      m.user_id = $1
      and m.status = $2
  ) as count
from media as m
where
  m.user_id = $3
  and m.status = $4
order by m.id desc
limit $5;
