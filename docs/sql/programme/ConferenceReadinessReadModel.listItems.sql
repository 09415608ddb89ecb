select
  i.id,
  i.kind,
  i.room,
  (
    i.ends_at > c.ends_at
    or (i.starts_at at time zone c.timezone)::date < c.starts_on
  ) as is_outside,
  (
    select count(*)
    from agenda_item_speakers s
    where s.agenda_item_id = i.id
  ) as speakers
from
  agenda_items i
  join conferences c on c.id = i.conference_id
  left join events e on e.id = i.event_id
where
  i.conference_id = $1
  and i.status = 'scheduled'
  and (
    e.id is null
    or e.status in ('pending', 'approved')
  )
order by
  i.starts_at,
  i.position,
  i.id;
