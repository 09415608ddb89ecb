-- unread, 1 of 2
(
  select
    id,
    type,
    title,
    body,
    action_url,
    start,
    data,
    created_at,
    clicked_at,
    dismissed_at
  from notifications
  where
    user_id = $1
    and is_unread(in_app, dismissed_at, clicked_at)
  order by
    created_at desc,
    id desc
)
limit $2
offset $3;

-- unread, 2 of 2
select count(*) as total
from
  (
    select 1
    from notifications
    where
      user_id = $1
      and is_unread(in_app, dismissed_at, clicked_at)
    limit $2
  ) as counted;

-- all, after a cursor
(
  select
    id,
    type,
    title,
    body,
    action_url,
    start,
    data,
    created_at,
    clicked_at,
    dismissed_at
  from notifications
  where
    user_id = $1
    and is_in_inbox(in_app, dismissed_at)
    and (created_at, id) < ($2, $3)
  order by
    created_at desc,
    id desc
)
limit $4
offset $5;

-- in another language, 1 of 2
(
  select
    id,
    type,
    title,
    body,
    action_url,
    start,
    data,
    created_at,
    clicked_at,
    dismissed_at,
    args
  from notifications
  where
    user_id = $1
    and is_in_inbox(in_app, dismissed_at)
  order by
    created_at desc,
    id desc
)
limit $2
offset $3;

-- in another language, 2 of 2
select count(*) as total
from
  (
    select 1
    from notifications
    where
      user_id = $1
      and is_in_inbox(in_app, dismissed_at)
    limit $2
  ) as counted;
