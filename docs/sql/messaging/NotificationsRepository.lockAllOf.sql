select id
from notifications
where
  user_id = $1
  or (
    type in ('connection_request', 'connection_accepted')
    and (data -> 'actor' ->> 'id')::bigint = $2
  )
order by id asc
for update;
