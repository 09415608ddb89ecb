insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
values ($1, $2, $3, $4, $5, $6)
