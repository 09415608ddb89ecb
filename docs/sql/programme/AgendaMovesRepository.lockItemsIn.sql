select id
from agenda_items
where
  conference_id = $1
  and folded_name(room) = folded_name($2)
order by id asc
for update;
