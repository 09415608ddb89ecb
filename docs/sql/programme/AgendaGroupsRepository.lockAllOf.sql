select id
from agenda_groups
where
  conference_id = $1
  and kind = $2
order by id asc
for update;
