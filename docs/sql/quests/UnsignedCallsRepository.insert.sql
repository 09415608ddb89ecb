insert into unsigned_calls (quest_id, sent_at, task_id, text, user_id)
values ($1, $2, $3, $4, $5)
returning id;
