update user_quests
set active_at = greatest(active_at, $1::timestamptz)
where
  quest_id = $2
  and user_id = $3;
