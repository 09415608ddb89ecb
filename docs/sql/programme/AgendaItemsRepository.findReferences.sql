select
  conference_id,
  event_id
from agenda_items
where id = $1
limit $2;
