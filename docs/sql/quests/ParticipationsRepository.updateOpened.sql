update user_quests
set source = $1
where
  quest_id = $2
  and user_id = $3
  and source = $4;
