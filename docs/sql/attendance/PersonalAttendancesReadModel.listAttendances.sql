select
  json_build_object(
    'id',
    e.id,
    'title',
    e.title,
    'starts_at',
    instant_in_json(e.starts_at),
    'ends_at',
    instant_in_json(e.ends_at)
  ) as event,
  a.status,
  a.registered_at,
  a.checked_in_at,
  a.desk_note
from
  event_attendances a
  join events e on e.id = a.event_id
where a.user_id = $1
order by
  a.registered_at,
  e.id;
