with
  known as (
    select
    from blocks
    where
      blocker_id = $1
      and blocked_id = $2
  ),
  inserted as (
    insert into blocks (blocker_id, blocked_id, created_at)
    select
      $3::bigint,
      $4::bigint,
      $5::timestamptz
    where
      not exists (
        select
        from known
      )
      and (
        select count(*)
        from blocks
        where blocker_id = $6
      ) < $7
    returning 1
  )
select
  exists (
    select
    from inserted
  ) as is_inserted,
  exists (
    select
    from known
  ) as is_known;
