select
  uq.quest_id,
  q.title,
  uq.status,
  uq.started_at,
  uq.completed_at,
  coalesce(p.points, 0) as points,
  (
    select count(*)
    from
      user_quests as uq
      inner join quests as q on q.id = uq.quest_id
      left join point_totals as p on p.user_id = uq.user_id
      and p.scope_id = uq.quest_id
      and p.scope = $1
      and p.period = $2
    where
      uq.user_id = $3
      and q.deleted_at is null
  ) as count
from
  user_quests as uq
  inner join quests as q on q.id = uq.quest_id
  left join point_totals as p on p.user_id = uq.user_id
  and p.scope_id = uq.quest_id
  and p.scope = $4
  and p.period = $5
where
  uq.user_id = $6
  and q.deleted_at is null
order by
  uq.active_at desc,
  uq.quest_id desc
limit $7;
