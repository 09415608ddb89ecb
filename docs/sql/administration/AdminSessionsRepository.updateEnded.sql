with
  ended as (
    update admin_sessions
    set
      ended_at = $1,
      ends_at = $2
    where
      id = $3
      and ended_at is null
      and ends_at > $4
    returning id
  )
select
  count(*)::integer as ended,
  pg_notify('hallway_api_keys', 'sessions ended')
from ended;
