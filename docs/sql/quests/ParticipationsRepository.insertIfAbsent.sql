insert into user_quests (active_at, quest_id, source, started_at, status, user_id)
values ($1, $2, $3, $4, $5, $6)
on conflict (quest_id, user_id) do nothing
returning
  quest_id,
  user_id,
  status,
  source,
  started_at,
  completed_at;
