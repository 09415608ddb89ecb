select
  coalesce(
    sum(
      (
        select count(*)
        from quest_registration_requests r
        where
          r.quest_id = q.id
          and r.status = 'pending'
      )
    ),
    0
  )::bigint as registration_requests,
  coalesce(
    sum(
      (
        select count(*)
        from
          user_quest_tasks s
          join quest_tasks t on t.id = s.task_id
          and t.deleted_at is null
        where
          s.quest_id = q.id
          and s.status = 'pending'
      )
    ),
    0
  )::bigint as submissions
from quests q
where
  q.conference_id = $1
  and q.deleted_at is null;
