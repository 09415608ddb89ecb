select
  uq.user_id,
  u.messenger_id,
  u.first_name,
  u.last_name,
  u.username,
  u.company,
  uq.status,
  uq.source,
  uq.started_at,
  uq.completed_at,
  coalesce(
    (
      select points
      from point_totals
      where
        scope = 'quest'
        and scope_id = uq.quest_id
        and period = 'all'
        and period_start = '1970-01-01'
        and user_id = uq.user_id
    ),
    0
  ) as points,
  (
    select count(*)::integer
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
    where
      s.quest_id = uq.quest_id
      and s.user_id = uq.user_id
      and s.status = 'approved'
      and t.deleted_at is null
  ) as completed_tasks,
  (
    select coalesce(json_object_agg(s.task_id, json_build_array(s.status, s.text)), '{}')
    from user_quest_tasks s
    where
      s.quest_id = uq.quest_id
      and s.user_id = uq.user_id
  ) as tasks
from
  user_quests uq
  join users u on u.id = uq.user_id
where
  uq.quest_id = $1
  and (coalesce(uq.started_at, 'infinity'::timestamptz), uq.user_id) > ($2::timestamptz, $3::bigint)
order by
  coalesce(uq.started_at, 'infinity'::timestamptz),
  uq.user_id
limit $4::bigint;
