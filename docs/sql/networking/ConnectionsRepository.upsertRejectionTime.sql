with
  known as (
    update connection_requests
    set rejected_at = $1
    where
      requester_hash = $2
      and recipient_hash = $3
    returning 1
  )
insert into connection_requests (requester_hash, recipient_hash, requested_at, rejected_at)
select
  $4,
  $5,
  $6,
  $7
where
  not exists (
    select
    from known
  );
