update user_quests uq
set
  status = 'in_progress',
  completed_at = null
where
  quest_id = $1
  and user_id = $2
  and status = 'completed'
  and exists (
    select
    from quest_tasks task
    where
      task.id = $3
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
  and not (
    exists (
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
  );
