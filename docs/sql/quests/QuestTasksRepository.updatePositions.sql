update quest_tasks t
set
  position = o.place - 1,
  version = t.version + 1,
  updated_at = now()
from unnest($1::bigint[]) with ordinality as o (id, place)
where
  t.id = o.id
  and t.position <> o.place - 1;
