select
  c.id,
  c.requester_id,
  c.status,
  (
    select n.note
    from connection_notes n
    where
      n.connection_id = c.id
      and n.writer_id = $1
  ) as note
from
  users as u
  left join connections c on least(c.requester_id, c.recipient_id) = least(u.id, $2::bigint)
  and greatest(c.requester_id, c.recipient_id) = greatest(u.id, $3::bigint)
  and c.status <> 'withdrawn'
  and (
    c.requester_id = $4
    or c.recipient_id = $5
  )
where
  u.id = $6
  and u.is_blocked = $7
  and u.erased_at is null
  and (
    u.is_listed = $8
    or c.id is not null
  )
  and not exists (
    select
    from blocks
    where
      blocker_id = $9
      and blocked_id = u.id
  )
  and not exists (
    select
    from blocks
    where
      blocker_id = u.id
      and blocked_id = $10
  )
limit $11;
