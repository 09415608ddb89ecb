select
  count(*) filter (
    where status <> 'deleting'
  ) as files,
  coalesce(
    sum(bytes) filter (
      where status <> 'deleting'
    ),
    0
  )::bigint as bytes,
  count(*) filter (
    where
      kind = 'video'
      and created_at > $1
  ) as videos_today
from media
where user_id = $2;
