select
  (
    select count(*)
    from
      quests q
      join quest_registration_requests r on r.quest_id = q.id
    where
      q.conference_id = $1
      and q.deleted_at is null
      and r.status = 'pending'
  ) as registration_requests,
  (
    select count(*)
    from
      quests q
      join quest_tasks t on t.quest_id = q.id
      join user_quest_tasks s on s.task_id = t.id
    where
      q.conference_id = $2
      and q.deleted_at is null
      and t.deleted_at is null
      and s.status = 'pending'
  ) as submissions;
