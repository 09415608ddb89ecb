insert into poll_votes (option_id, task_id, user_id)
values ($1, $2, $3)
on conflict (task_id, user_id) do nothing;
