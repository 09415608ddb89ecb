delete from user_quest_tasks
where
  task_id = $1
  and user_id = $2;
