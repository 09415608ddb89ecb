select
  json_build_object('id', c.id, 'name', c.name, 'starts_on', c.starts_on, 'ends_on', c.ends_on) as conference,
  a.status,
  a.ticket_type,
  a.claimed_by,
  a.registered_at,
  a.checked_in_at,
  a.desk_note
from
  conference_attendances a
  join conferences c on c.id = a.conference_id
where a.user_id = $1
order by
  a.registered_at,
  c.id;
