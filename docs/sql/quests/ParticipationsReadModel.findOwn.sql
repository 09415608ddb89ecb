select
  (
    select points
    from users
    where id = $1
  ) as points,
  started.quests_started,
  started.quests_completed,
  sent.tasks_approved,
  sent.tasks_pending,
  (
    select
      coalesce(
        json_agg(
          running
          order by
            running.active_at desc,
            running.quest_id desc
        ),
        '[]'
      )
    from
      (
        select
          q.id as quest_id,
          q.title,
          uq.status,
          uq.active_at,
          (
            select count(*)
            from
              user_quest_tasks s
              join quest_tasks t on t.id = s.task_id
            where
              s.quest_id = q.id
              and s.user_id = $2
              and s.status = 'approved'
              and t.deleted_at is null
          )::integer as completed_tasks,
          (
            select count(*)
            from quest_tasks
            where
              quest_id = q.id
              and deleted_at is null
          )::integer as total_tasks,
          coalesce(total.points, 0) as points
        from
          user_quests uq
          join quests q on q.id = uq.quest_id
          left join point_totals total on total.scope = 'quest'
          and total.scope_id = q.id
          and total.period = 'all'
          and total.period_start = '1970-01-01'
          and total.user_id = $3
        where
          uq.user_id = $4
          and q.is_active
          and q.deleted_at is null
          and exists (
            select
            from conferences d
            where
              d.id = q.conference_id
              and d.status = 'draft'
          ) is not true
          and exists (
            select
            from conferences d
            where
              d.id = q.conference_id
              and d.status = 'cancelled'
          ) is not true
          and (
            q.starts_at is null
            or q.starts_at <= $5
          )
          and (
            q.ends_at is null
            or q.ends_at > $6
          )
        order by
          uq.active_at desc,
          uq.quest_id desc
        limit 100
      ) running
  ) as quests
from
  (
    select
      count(*) as quests_started,
      count(*) filter (
        where uq.status = 'completed'
      ) as quests_completed
    from
      user_quests uq
      join quests q on q.id = uq.quest_id
      and q.deleted_at is null
    where
      uq.user_id = $7
      and uq.status <> 'admitted'
  ) started
  cross join (
    select
      count(*) filter (
        where s.status = 'approved'
      ) as tasks_approved,
      -- A pending submission of an unsigned call does not count as the user's.
      count(*) filter (
        where
          s.status = 'pending'
          and s.source <> 'public'
      ) as tasks_pending
    from
      user_quest_tasks s
      join quest_tasks t on t.id = s.task_id
      and t.deleted_at is null
      join quests q on q.id = s.quest_id
      and q.deleted_at is null
    where s.user_id = $8
  ) sent;
