select
  json_build_object('id', u.id, 'first_name', u.first_name) as user,
  d.dismissed_at
from
  recommendation_dismissals d
  join users u on u.id = d.dismissed_id
where
  d.user_id = $1
  -- The user who blocks this one is nowhere visible to them.
  and not exists (
    select
    from blocks b
    where
      b.blocker_id = u.id
      and b.blocked_id = $2
  )
order by
  d.dismissed_at,
  u.id;
