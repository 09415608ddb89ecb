update quest_tasks
set answer_encrypted = $1
where id = $2;
