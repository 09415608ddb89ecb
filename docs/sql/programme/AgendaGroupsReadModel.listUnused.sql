select
  g.id,
  g.name
from agenda_groups as g
where
  g.conference_id = $1
  and g.kind = $2
  and not exists (
    select
    from agenda_items i
    where
      i.conference_id = g.conference_id
      and folded_name(i.room) = folded_name(g.name)
  )
  and not exists (
    select
    from events e
    where
      e.conference_id = g.conference_id
      and folded_name(e.venue_name) = folded_name(g.name)
  )
order by
  g."position" asc,
  g.id asc
limit $3;
