with
  batch as materialized (
    select
      id,
      user_id
    from notifications
    where
      job_id = $1
      and user_id > $2
    order by user_id
    limit $3
  ),
  notified as (
    update notifications n
    set in_app = false
    from batch b
    where
      n.id = b.id
      and n.in_app
    returning n.user_id
  )
select
  case
    when count(*) = $4 then max(user_id)
  end as last,
  (
    select
      case
        when users.count <= 400 then users.ids
        else '*'
      end || case
        when false then ',messages'
        else ''
      end
    from
      (
        select
          count(*) as count,
          string_agg(user_id::text, ',') as ids
        from notified
      ) as users
    where users.count > 0
  ) as notified
from batch;
