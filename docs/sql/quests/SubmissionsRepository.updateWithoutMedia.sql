update user_quest_tasks
set media_id = $1
where media_id = $2;
