select
  id,
  message,
  rating,
  category,
  contact,
  context,
  created_at
from feedback
where user_id = $1
order by id asc;
