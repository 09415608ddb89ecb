select
  json_build_object('id', q.id, 'title', q.title) as quest,
  uq.status,
  uq.source,
  uq.started_at,
  uq.completed_at
from
  user_quests uq
  join quests q on q.id = uq.quest_id
where uq.user_id = $1
order by uq.quest_id;
