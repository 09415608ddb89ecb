with
  decided as (
    select
      task_id,
      user_id,
      quest_id
    from user_quest_tasks
    where
      id = $1
      and status = 'approved'
  ),
  participations as (
    update user_quests uq
    set
      status = 'in_progress',
      completed_at = null
    from decided s
    where
      uq.quest_id = s.quest_id
      and uq.user_id = s.user_id
      and uq.status = 'completed'
      and exists (
        select
        from quest_tasks task
        where
          task.id = s.task_id
          and task.deleted_at is null
          and (
            task.is_required
            or not exists (
              select
              from quest_tasks required
              where
                required.quest_id = uq.quest_id
                and required.deleted_at is null
                and required.is_required
            )
          )
      )
  )
update user_quest_tasks
set
  status = 'pending',
  decided_at = null,
  reason = null,
  reviewer = null,
  reviewer_id = null,
  rejections = rejections - (
    status = 'rejected'
    and rejections > 0
    and source <> 'public'
  )::integer
where
  id = $2
  and status <> 'pending';
