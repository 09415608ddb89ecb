with
  recorded as (
    insert into connection_requests (requester_hash, recipient_hash, key_id, requested_at)
    select
      $1,
      $2,
      $3,
      $4
    from
      (
        select
      ) request
  ),
  forgotten as (
    update connection_requests
    set rejected_at = null
    where
      requester_hash = any($5::text[])
      and recipient_hash = any($6::text[])
      and rejected_at is not null
      and exists (
        select
        from
          (
            select
          ) request
      )
  )
select
  (
    select max(rejected_at)
    from connection_requests
    where
      requester_hash = any($7::text[])
      and recipient_hash = any($8::text[])
  ) as rejected_at,
  (
    select requested_at
    from connection_requests
    where requester_hash = any($9::text[])
    order by requested_at desc
    offset $10::int - 1
    limit 1
  ) as earliest_daily,
  (
    select requested_at
    from connection_requests
    where
      requester_hash = any($11::text[])
      and recipient_hash = any($12::text[])
    order by requested_at desc
    offset $13::int - 1
    limit 1
  ) as earliest_to_one;
