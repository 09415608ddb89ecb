select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.contact,
  f.context,
  f.status,
  f.note,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  f.user_id,
  u.first_name,
  u.last_name,
  u.username,
  coalesce(e.title, i.title, c.name) as about
from
  feedback as f
  left join users as u on u.id = f.user_id
  left join conferences as c on c.id = f.conference_id
  left join events as e on e.id = f.event_id
  left join agenda_items as i on i.id = f.agenda_item_id
where f.id = $1
limit $2;
