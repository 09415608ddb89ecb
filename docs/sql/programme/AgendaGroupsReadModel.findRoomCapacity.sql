select capacity
from agenda_groups
where
  conference_id = $1
  and kind = $2
  and folded_name(name) = folded_name($3)
limit $4;
