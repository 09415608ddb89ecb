delete from task_tries
where task_id = $1;
