with
  known as (
    update connection_requests
    set rejected_at = $1
    where
      requester_hash = any($2)
      and recipient_hash = any($3)
    returning 1
  )
insert into connection_requests (requester_hash, recipient_hash, key_id, requested_at, rejected_at)
select
  $4,
  $5,
  $6,
  $7,
  $8
where
  not exists (
    select
    from known
  );
