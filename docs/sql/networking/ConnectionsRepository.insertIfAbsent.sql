with
  inserted as (
    insert into connections (requester_id, recipient_id, message, created_at)
    values ($1, $2, $3, $4)
    on conflict do nothing
    returning
      id,
      status,
      message,
      created_at,
      responded_at,
      requester_id,
      recipient_id
  ),
  recorded as (
    insert into connection_requests (requester_hash, recipient_hash, key_id, requested_at)
    select
      $5,
      $6,
      $7,
      $8
    from inserted
  ),
  forgotten as (
    update connection_requests
    set rejected_at = null
    where
      requester_hash = any($9::text[])
      and recipient_hash = any($10::text[])
      and rejected_at is not null
      and exists (
        select
        from inserted
      )
  )
select
  inserted.*,
  (
    select max(rejected_at)
    from connection_requests
    where
      requester_hash = any($11::text[])
      and recipient_hash = any($12::text[])
  ) as rejected_at,
  (
    select requested_at
    from connection_requests
    where requester_hash = any($13::text[])
    order by requested_at desc
    offset $14::int - 1
    limit 1
  ) as earliest_daily,
  (
    select requested_at
    from connection_requests
    where
      requester_hash = any($15::text[])
      and recipient_hash = any($16::text[])
    order by requested_at desc
    offset $17::int - 1
    limit 1
  ) as earliest_to_one
from inserted;
