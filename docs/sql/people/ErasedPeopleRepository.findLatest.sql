select
  messenger_hash,
  key_id,
  erased_at,
  is_blocked
from erased_people
where messenger_hash in ($1, $2)
order by erased_at desc
limit $3;
