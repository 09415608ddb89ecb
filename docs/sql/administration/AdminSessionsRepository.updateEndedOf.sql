-- of a stored key
with
  ended as (
    update admin_sessions
    set ended_at = $1
    where
      key_id = $2
      and ended_at is null
      and ends_at > $3
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
    set ended_at = $1
    where
      key_hex = $2
      and ended_at is null
      and ends_at > $3
    returning id
  )
select
  count(*)::integer as ended,
  pg_notify('hallway_api_keys', 'sessions ended')
from ended;
