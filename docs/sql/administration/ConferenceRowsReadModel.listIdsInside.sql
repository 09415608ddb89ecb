select
  'submission' as kind,
  id,
  conference_id
from
  (
    select
      s.id,
      q.conference_id
    from
      user_quest_tasks s
      join quests q on q.id = s.quest_id
    where s.id = any($1::bigint[])
  ) as of_rows;
