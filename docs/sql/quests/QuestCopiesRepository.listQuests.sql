select
  q.id,
  q.title,
  (
    select count(*)
    from quest_tasks t
    where
      t.quest_id = q.id
      and t.type = 'event_attendance'
      and t.deleted_at is null
  ) as event_tasks
from quests as q
where
  conference_id = $1
  and deleted_at is null
order by q.id asc;
