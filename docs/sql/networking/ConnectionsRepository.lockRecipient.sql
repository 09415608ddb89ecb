select u.messenger_id
from users as u
where
  u.id = $1
  and u.is_blocked = $2
  and u.erased_at is null
  and (
    u.is_listed = $3
    or exists (
      select *
      from connections
      where
        least(requester_id, recipient_id) = $4
        and greatest(requester_id, recipient_id) = $5
        and not status = $6
    )
  )
limit $7
for key share of u;
