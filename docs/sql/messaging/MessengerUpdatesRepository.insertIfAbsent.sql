-- understood
insert into messenger_updates (bot_id, content, person_id, update_id)
values ($1, $2, $3, $4)
on conflict (bot_id, update_id) do nothing
returning update_id;
