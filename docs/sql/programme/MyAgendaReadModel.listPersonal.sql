select
  json_build_object(
    'id',
    i.id,
    'title',
    i.title,
    'starts_at',
    instant_in_json(i.starts_at),
    'ends_at',
    instant_in_json(i.ends_at)
  ) as agenda_item,
  f.created_at
from
  agenda_favorites f
  join agenda_items i on i.id = f.agenda_item_id
where f.user_id = $1
order by
  f.created_at,
  i.id;
