select
  id,
  messenger_id,
  first_name,
  last_name,
  photo_url,
  is_blocked,
  erased_at is not null as is_erased
from users
where id = any($1::bigint[])
order by id
for no key update;
