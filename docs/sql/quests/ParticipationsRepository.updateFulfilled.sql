update user_quests uq
set
  status = 'completed',
  completed_at = greatest($1::timestamptz, started_at)
where
  uq.quest_id = $2
  and uq.user_id = any($3::bigint[])
  and uq.status = 'in_progress'
  and exists (
    select
    from quests
    where
      id = uq.quest_id
      and deleted_at is null
  )
  and exists (
    select
    from quest_tasks
    where
      quest_id = uq.quest_id
      and deleted_at is null
  )
  and not exists (
    select
    from quest_tasks needed
    where
      needed.quest_id = uq.quest_id
      and needed.deleted_at is null
      and (
        needed.is_required
        or not exists (
          select
          from quest_tasks required
          where
            required.quest_id = uq.quest_id
            and required.deleted_at is null
            and required.is_required
        )
      )
      and not exists (
        select
        from user_quest_tasks done
        where
          done.task_id = needed.id
          and done.user_id = uq.user_id
          and done.status = 'approved'
      )
  )
returning user_id;
