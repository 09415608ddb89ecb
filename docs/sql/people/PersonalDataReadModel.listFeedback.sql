select
  id,
  message,
  rating,
  category,
  contact,
  context,
  created_at,
  conference_id,
  event_id,
  agenda_item_id
from feedback
where user_id = $1
order by id asc;
