insert into task_tries as kept (task_id, person_hash, tries)
values ($1, $2, 1)
on conflict (task_id, person_hash) do update
set tries = kept.tries + 1;
