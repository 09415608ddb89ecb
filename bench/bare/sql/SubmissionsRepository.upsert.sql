with
  stored as (
    insert into
      user_quest_tasks as kept (
        task_id,
        user_id,
        quest_id,
        status,
        source,
        text,
        media_id,
        option_ids,
        submissions,
        submitted_at,
        decided_at
      )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (task_id, user_id) do update
    set
      status = excluded.status,
      source = excluded.source,
      text = excluded.text,
      media_id = excluded.media_id,
      option_ids = excluded.option_ids,
      submissions = kept.submissions + excluded.submissions,
      submitted_at = excluded.submitted_at,
      decided_at = excluded.decided_at,
      reason = null,
      reviewer = null,
      reviewer_id = null
    returning
      id,
      task_id,
      user_id,
      quest_id,
      status,
      source,
      text,
      media_id,
      option_ids,
      submissions,
      rejections,
      submitted_at,
      decided_at,
      reason
  ),
  sent as (
    select
      uq.quest_id,
      uq.user_id,
      max(s.submitted_at) as active_at,
      case
        when uq.status = 'in_progress'
        and bool_or(s.status = 'approved')
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
            and not exists (
              select
              from stored done
              where
                done.task_id = needed.id
                and done.user_id = uq.user_id
                and done.status = 'approved'
            )
        ) then coalesce(
          max(s.submitted_at) filter (
            where
              exists (
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
          ),
          max(s.submitted_at)
        )
      end as completed_at
    from
      stored s
      join user_quests uq on uq.quest_id = s.quest_id
      and uq.user_id = s.user_id
    group by
      uq.quest_id,
      uq.user_id
  ),
  participations as (
    update user_quests uq
    set
      active_at = greatest(uq.active_at, sent.active_at),
      status = case
        when sent.completed_at is null then uq.status
        else 'completed'
      end,
      completed_at = coalesce(sent.completed_at, uq.completed_at)
    from sent
    where
      uq.quest_id = sent.quest_id
      and uq.user_id = sent.user_id
  )
select
  stored.id,
  stored.task_id,
  stored.user_id,
  stored.quest_id,
  stored.status,
  stored.source,
  stored.text,
  stored.media_id,
  stored.option_ids,
  stored.submissions,
  stored.rejections,
  stored.submitted_at,
  stored.decided_at,
  stored.reason,
  sent.completed_at is not null as completes_quest
from
  stored
  join sent using (quest_id, user_id)
