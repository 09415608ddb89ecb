insert into notification_settings as s (user_id, seen_up_to)
select
  u.id,
  least(
    $1,
    (
      select coalesce(max(newest.id), 0)
      from
        (
          select n.id
          from notifications n
          where
            n.user_id = u.id
            and is_in_inbox(n.in_app, n.dismissed_at)
          order by
            n.created_at desc,
            n.id desc
          limit 100
        ) as newest
    )
  )
from users u
where
  u.id = $2
  and u.erased_at is null
for key share
on conflict (user_id) do update
set seen_up_to = greatest(s.seen_up_to, excluded.seen_up_to)
returning seen_up_to;
