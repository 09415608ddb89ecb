select
  q.id,
  q.is_active,
  (
    select count(*)
    from quest_tasks t
    where
      t.quest_id = q.id
      and t.deleted_at is null
  ) as tasks
from quests q
where
  q.conference_id = $1
  and q.deleted_at is null
order by q.id;
