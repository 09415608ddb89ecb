select
  n.id,
  n.type,
  n.job_id,
  n.created_at,
  case
    when n.job_id is not null then n.title
  end as title,
  d.status as delivery_status,
  d.reason,
  d.answered_at,
  (
    select count(*)
    from
      notifications as n
      left join deliveries as d on d.notification_id = n.id
    where
      n.user_id = $1
      and (
        n.superseded_by is null
        or exists (
          select
          from deliveries sent
          where sent.notification_id = n.id
        )
      )
  ) as count
from
  notifications as n
  left join deliveries as d on d.notification_id = n.id
where
  n.user_id = $2
  and (
    n.superseded_by is null
    or exists (
      select
      from deliveries sent
      where sent.notification_id = n.id
    )
  )
order by
  n.created_at desc,
  n.id desc
limit $3;
