with
  inserted as (
    insert into connections (requester_id, recipient_id, message, created_at)
    select
      $1::bigint,
      $2::bigint,
      $3::text,
      $4::timestamptz
    where
      not exists (
        select
        from blocks
        where
          blocker_id = $5
          and blocked_id = $6
      )
      and not exists (
        select
        from blocks
        where
          blocker_id = $7
          and blocked_id = $8
      )
    on conflict do nothing
    returning
      id,
      status,
      message,
      created_at,
      responded_at,
      met_at,
      met_conference_id,
      requester_id,
      recipient_id
  ),
  recorded as (
    insert into connection_requests (requester_hash, recipient_hash, key_id, requested_at)
    select
      $9,
      $10,
      $11,
      $12
    from inserted
  ),
  forgotten as (
    update connection_requests
    set rejected_at = null
    where
      requester_hash = any($13::text[])
      and recipient_hash = any($14::text[])
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
      requester_hash = any($15::text[])
      and recipient_hash = any($16::text[])
  ) as rejected_at,
  (
    select requested_at
    from connection_requests
    where requester_hash = any($17::text[])
    order by requested_at desc
    offset $18::int - 1
    limit 1
  ) as earliest_daily,
  (
    select requested_at
    from connection_requests
    where
      requester_hash = any($19::text[])
      and recipient_hash = any($20::text[])
    order by requested_at desc
    offset $21::int - 1
    limit 1
  ) as earliest_to_one
from inserted;
