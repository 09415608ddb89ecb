insert into agenda_items (conference_id, event_id, kind, track, title, description, starts_at, ends_at, room)
select
  e.conference_id,
  e.id,
  new.kind,
  new.track,
  e.title,
  e.description,
  e.starts_at,
  e.ends_at,
  e.venue_name
from
  jsonb_to_recordset($1::jsonb) as new (event_id bigint, kind text, track text)
  join events e on e.id = new.event_id
order by
  e.starts_at,
  e.id
returning id;
