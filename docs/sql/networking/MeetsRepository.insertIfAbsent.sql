insert into connections (requester_id, recipient_id, status, created_at, responded_at, met_at, met_conference_id)
select
  $1::bigint,
  $2::bigint,
  'accepted',
  $3::timestamptz,
  $4::timestamptz,
  $5::timestamptz,
  $6::bigint
where
  not exists (
    select
    from blocks
    where
      blocker_id = $7
      and blocked_id = $8
  )
  and not exists (
    select
    from blocks
    where
      blocker_id = $9
      and blocked_id = $10
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
  recipient_id;
