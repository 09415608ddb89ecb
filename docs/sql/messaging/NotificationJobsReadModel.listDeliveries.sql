-- no filter, 1 of 2
select
  n.id as notification_id,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = n.user_id
  ) as "user",
  coalesce(d.status, 'sent') as status,
  d.reason,
  coalesce(d.attempts, 0) as attempts,
  d.answered_at,
  n.clicked_at,
  n.dismissed_at,
  json_build_array(n.user_id, n.user_id) as sort_place
from
  notifications as n
  left join deliveries as d on d.notification_id = n.id
where n.job_id = $1
order by n.user_id asc
limit $2
offset $3;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      notifications as n
      left join deliveries as d on d.notification_id = n.id
    where n.job_id = $1
    limit $2
  ) as counted;

-- every filter, 1 of 2
select
  n.id as notification_id,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = n.user_id
  ) as "user",
  coalesce(d.status, 'sent') as status,
  d.reason,
  coalesce(d.attempts, 0) as attempts,
  d.answered_at,
  n.clicked_at,
  n.dismissed_at,
  json_build_array(n.user_id, n.user_id) as sort_place
from
  notifications as n
  left join deliveries as d on d.notification_id = n.id
where
  n.job_id = $1
  and (
    d.status = 'sent'
    or d.status is null
  )
order by n.user_id asc
limit $2
offset $3;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      notifications as n
      left join deliveries as d on d.notification_id = n.id
    where
      n.job_id = $1
      and (
        d.status = 'sent'
        or d.status is null
      )
    limit $2
  ) as counted;

-- after a cursor
select
  n.id as notification_id,
  (
    select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username)
    from users u
    where u.id = n.user_id
  ) as "user",
  coalesce(d.status, 'sent') as status,
  d.reason,
  coalesce(d.attempts, 0) as attempts,
  d.answered_at,
  n.clicked_at,
  n.dismissed_at,
  json_build_array(n.user_id, n.user_id) as sort_place
from
  notifications as n
  left join deliveries as d on d.notification_id = n.id
where
  n.job_id = $1
  and (n.user_id) < ($2)
order by n.user_id desc
limit $3;
