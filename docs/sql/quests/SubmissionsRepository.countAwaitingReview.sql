select count(*)::integer as total
from
  user_quest_tasks s
  join quest_tasks t on t.id = s.task_id
  and t.deleted_at is null
  join quests q on q.id = s.quest_id
  and q.deleted_at is null
where
  s.media_id = $1
  and s.status = 'pending';
