select
  id,
  user_id
from due_settlements
order by id asc
limit $1;
