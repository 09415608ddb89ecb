select user_id
from user_quests
where
  quest_id = $1
  and user_id = any($2::bigint[]);
