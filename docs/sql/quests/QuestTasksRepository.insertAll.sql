insert into quest_tasks (config, quest_id, title, type)
values ($1, $2, $3, $4)
returning id;
