with
  entered as (
    insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (quest_id, user_id) do nothing
    returning quest_id
  )
update quests q
set participant_count = q.participant_count + 1
from entered
where q.id = entered.quest_id;
