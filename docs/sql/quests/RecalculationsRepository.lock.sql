select
  status,
  people,
  requested_at,
  finished_at,
  quest_id,
  actor,
  after_user_id
from quest_recalculations
where quest_id = $1
limit $2
for update;
