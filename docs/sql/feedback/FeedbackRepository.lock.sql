select
  id,
  status,
  note
from feedback
where id = $1
limit $2
for update;
