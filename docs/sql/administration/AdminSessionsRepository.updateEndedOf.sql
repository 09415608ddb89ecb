-- of a stored key
with
  ended as (
    update admin_sessions
    set
      ended_at = $1,
      ends_at = $2
    where
      key_id = $3
      and ended_at is null
      and ends_at > $4
    returning id
  )
select
  count(*)::integer as ended,
  pg_notify('hallway_api_keys', 'sessions ended')
from ended;

-- of a key of the settings
with
  ended as (
    update admin_sessions
    set
      ended_at = $1,
      ends_at = $2
    where
      key_hex = $3
      and ended_at is null
      and ends_at > $4
    returning id
  )
select
  count(*)::integer as ended,
  pg_notify('hallway_api_keys', 'sessions ended')
from ended;
