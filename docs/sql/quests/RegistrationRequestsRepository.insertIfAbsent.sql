insert into quest_registration_requests (quest_id, requested_at, source, user_id)
values ($1, $2, $3, $4)
on conflict (quest_id, user_id) do nothing
returning id;
