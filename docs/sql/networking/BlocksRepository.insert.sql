with
  known as (
    select
    from blocks
    where
      blocker_id = $1
      and blocked_id = $2
  ),
  inserted as (
    insert into blocks (blocker_id, blocked_id, created_at, is_named)
    select
      $3::bigint,
      $4::bigint,
      $5::timestamptz,
      (
        exists (
          select
          from users
          where
            id = $6
            and is_listed
        )
        and not exists (
          select
          from blocks
          where
            blocker_id = $7
            and blocked_id = $8
        )
        or exists (
          select
          from connections
          where
            least(requester_id, recipient_id) = least($9::bigint, $10)
            and greatest(requester_id, recipient_id) = greatest($11::bigint, $12)
        )
      )
    where
      not exists (
        select
        from known
      )
      and (
        select count(*)
        from blocks
        where blocker_id = $13
      ) < $14
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
