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
    for key share
  ),
  inserted as (
    insert into recommendation_dismissals (user_id, dismissed_id, dismissed_at)
    select
      $3,
      id,
      $4
    from dismissable
    on conflict do nothing
  )
select id
from dismissable;
