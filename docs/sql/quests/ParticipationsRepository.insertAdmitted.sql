insert into user_quests (quest_id, user_id, status, source, active_at)
select
  $1,
  user_id,
  'admitted',
  'admin',
  $2
from unnest($3::bigint[]) as user_id;
