select
  case
    when task_id is null then 'completion_award'
    else 'task_award'
  end as kind,
  user_id as user_id,
  quest_id as quest_id,
  task_id as task_id,
  null::json as total,
  'points' as field,
  to_jsonb(earned) as expected,
  to_jsonb(awarded) as found
from
  (
    select
      coalesce(e.user_id, a.user_id) as user_id,
      coalesce(e.quest_id, a.quest_id) as quest_id,
      coalesce(e.task_id, a.task_id) as task_id,
      coalesce(e.points, 0) as earned,
      coalesce(a.points, 0) as awarded,
      case
        when e.user_id is null then 'reversal'
        when a.id is not null then 'correction'
        when e.task_id is not null then 'task'
        else 'completion'
      end as kind,
      coalesce(a.earned_at, e.earned_at) as earned_at,
      a.id as award_id,
      a.conference_id,
      a.day,
      a.week,
      a.taken_back_with
    from
      (
        select
          user_id,
          quest_id,
          task_id,
          points,
          earned_at
        from earned
        where
          user_id > $1
          and user_id <= $2
      ) e
      full join (
        select
          id,
          user_id,
          quest_id,
          task_id,
          conference_id,
          points,
          earned_at,
          day,
          week,
          taken_back_with
        from live_awards
        where
          user_id > $3
          and user_id <= $4
      ) a on a.user_id = e.user_id
      and a.quest_id = e.quest_id
      and coalesce(a.task_id, 0) = coalesce(e.task_id, 0)
    where e.points is distinct from a.points
  ) d
where
  earned <> awarded
  and not exists (
    select
    from quest_recalculations r
    where
      r.quest_id = d.quest_id
      and r.status = 'running'
  )
order by
  task_id is null,
  user_id,
  task_id,
  quest_id
limit $5;
