select
  quest_id,
  user_id,
  status,
  source,
  started_at,
  completed_at
from user_quests
where
  quest_id = $1
  and user_id = $2
limit $3;
