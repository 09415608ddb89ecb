select
  c.id,
  c.requester_id,
  c.status
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $1::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $2::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $3
    or c.recipient_id = $4
  )
where
  u.id = $5
  and u.is_blocked = $6
  and u.erased_at is null
  and (
    u.is_listed = $7
    or c.id is not null
  )
  and not exists (
    select
    from blocks
    where
      blocker_id = $8
      and blocked_id = u.id
  )
  and not exists (
    select
    from blocks
    where
      blocker_id = u.id
      and blocked_id = $9
  )
limit $10;
