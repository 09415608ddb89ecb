with
  dismissable as (
    select u.id
    from
      users u,
      users me
    where
      u.id = $1
      and u.is_listed
      and me.id = $2
      and me.erased_at is null
      and u.id <> me.id
      and not exists (
        select
        from blocks
        where
          blocker_id = $3
          and blocked_id = u.id
      )
      and not exists (
        select
        from blocks
        where
          blocker_id = u.id
          and blocked_id = $4
      )
    for key share
  ),
  inserted as (
    insert into recommendation_dismissals (user_id, dismissed_id, dismissed_at)
    select
      $5,
      id,
      $6
    from dismissable
    on conflict do nothing
  )
select id
from dismissable;
