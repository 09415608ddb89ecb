select id
from user_quest_tasks
where task_id = $1
limit $2;
