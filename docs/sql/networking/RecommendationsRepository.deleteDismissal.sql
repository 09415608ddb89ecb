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
  deleted as (
    delete from recommendation_dismissals d using dismissable
    where
      d.user_id = $3
      and d.dismissed_id = dismissable.id
  )
select id
from dismissable;
