select
  e.id,
  e.kind,
  e.tags,
  e.title
from
  events as e
  left join agenda_items as i on i.event_id = e.id
where
  e.conference_id = $1
  and e.agenda_item_deleted = $2
  and e.id = any($3::bigint[])
  and i.id is null;
