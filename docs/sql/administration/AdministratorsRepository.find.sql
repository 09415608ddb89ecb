select
  id,
  name,
  email,
  messenger_id,
  disabled_at,
  created_by,
  created_at
from administrators
where id = $1
limit $2;
