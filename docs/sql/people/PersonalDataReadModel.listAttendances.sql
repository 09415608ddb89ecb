select
  json_build_object(
    'id',
    e.id,
    'title',
    e.title,
    'starts_at',
    to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'ends_at',
    to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as event,
  a.status,
  a.registered_at,
  a.checked_in_at
from
  event_attendances a
  join events e on e.id = a.event_id
where a.user_id = $1
order by
  a.registered_at,
  e.id;
