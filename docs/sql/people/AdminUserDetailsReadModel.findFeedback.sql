select
  f.id,
  f.message,
  f.rating,
  f.category,
  f.status,
  f.created_at,
  f.conference_id,
  f.event_id,
  f.agenda_item_id,
  (
    select count(*)
    from feedback as f
    where f.user_id = $1
  ) as count
from feedback as f
where f.user_id = $2
order by
  f.created_at desc,
  f.id desc
limit $3;
