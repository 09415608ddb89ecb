select
  id,
  task_id,
  user_id,
  quest_id,
  status,
  source,
  text,
  media_id,
  option_ids,
  submissions,
  rejections,
  submitted_at,
  decided_at,
  reason
from user_quest_tasks
where id = $1
limit $2;
