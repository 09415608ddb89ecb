select
  messenger_hash,
  erased_at,
  is_blocked
from erased_people
where messenger_hash = $1
limit $2;
