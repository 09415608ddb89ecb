update agenda_groups g
set position = given.place - 1
from unnest($1::bigint[]) with ordinality as given (id, place)
where
  g.id = given.id
  and g.position <> given.place - 1;
