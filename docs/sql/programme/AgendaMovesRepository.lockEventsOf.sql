select
  e.id,
  e.starts_at,
  e.ends_at,
  e.registration_closes_at,
  e.venue_name,
  e.status,
  e.source
from events as e
where
  e.id in (
    select i.event_id
    from agenda_items as i
    where
      i.id = any($1::bigint[])
      and i.event_id is not null
  )
order by e.id asc
for update of
  e;
