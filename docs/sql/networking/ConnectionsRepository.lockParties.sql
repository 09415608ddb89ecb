select id
from users
where
  id in (
    select unnest(array[requester_id, recipient_id])
    from connections
    where id = $1
  )
for key share;
