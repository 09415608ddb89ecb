select
  c.id,
  c.requester_id,
  c.status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
  and c.status <> 'withdrawn'
where
  u.id = $3
  and u.is_blocked = $4
  and u.erased_at is null
  and (
    u.is_listed = $5
    or c.id is not null
  )
limit $6;
