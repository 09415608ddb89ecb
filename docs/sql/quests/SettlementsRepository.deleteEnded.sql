with
  ended as (
    select
      s.id,
      s.user_id,
      s.quest_id,
      s.task_id,
      q.title as quest_title
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
      and t.deleted_at is null
      join quests q on q.id = s.quest_id
      and q.deleted_at is null
      cross join lateral (
        select
          e.ends_at,
          a.status,
          a.checked_in_at
        from
          events e
          left join event_attendances a on a.event_id = e.id
          and a.user_id = s.user_id
        where
          t.type = 'event_attendance'
          and e.id = (t.config ->> 'event_id')::bigint
        union all
        select
          c.ends_at,
          a.status,
          a.checked_in_at
        from
          conferences c
          left join conference_attendances a on a.conference_id = c.id
          and a.user_id = s.user_id
        where
          t.type = 'conference_registration'
          and c.id = (t.config ->> 'conference_id')::bigint
      ) fact
    where
      s.user_id = any($1::bigint[])
      and s.status = 'approved'
      and case
        when t.config ->> 'when' = 'checked_in' then fact.checked_in_at is null
        else not coalesce(holds_seat(fact.status), false)
        and fact.ends_at > $2
      end
  ),
  deleted as (
    delete from user_quest_tasks s using ended
    where s.id = ended.id
  ),
  participations as (
    update user_quests uq
    set
      status = 'in_progress',
      completed_at = null
    from ended s
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
select
  user_id,
  quest_id,
  task_id,
  quest_title
from ended
order by
  user_id,
  task_id;
