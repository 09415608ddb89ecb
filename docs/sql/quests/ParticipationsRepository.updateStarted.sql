update user_quests
set
  started_at = $1,
  source = $2,
  status = $3,
  active_at = $4
where
  quest_id = $5
  and user_id = $6
  and status = $7
returning
  quest_id,
  user_id,
  status,
  source,
  started_at,
  completed_at;
