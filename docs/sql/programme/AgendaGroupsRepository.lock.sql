select
  id,
  name,
  "position",
  capacity,
  color
from agenda_groups
where
  conference_id = $1
  and kind = $2
  and id = $3
limit $4
for update;
