select
  count(*) filter (
    where status = 'admitted'
  ) as admitted,
  count(*) filter (
    where status = 'in_progress'
  ) as in_progress,
  count(*) filter (
    where status = 'completed'
  ) as completed
from user_quests
where quest_id = $1;
