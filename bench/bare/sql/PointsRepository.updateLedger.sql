-- of one user
with
  owed as (
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
          quest_id = $1
          and user_id = $2
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
          quest_id = $3
          and user_id = $4
      ) a on a.user_id = e.user_id
      and a.quest_id = e.quest_id
      and coalesce(a.task_id, 0) = coalesce(e.task_id, 0)
    where e.points is distinct from a.points
  ),
  voided as (
    update point_ledger a
    set voided_at = now()
    from owed
    where
      a.id = owed.award_id
      and owed.kind = 'reversal'
  ),
  entries as (
    insert into
      point_ledger (
        user_id,
        quest_id,
        task_id,
        conference_id,
        kind,
        delta,
        earned_at,
        day,
        week,
        award_id,
        reason,
        actor
      )
    select
      o.user_id,
      o.quest_id,
      o.task_id,
      case
        when o.award_id is null then q.conference_id
        else o.conference_id
      end,
      o.kind,
      o.earned - o.awarded,
      o.earned_at,
      coalesce(o.day, d.day),
      coalesce(o.week, d.week),
      o.award_id,
      case
        when o.kind = 'reversal' then coalesce('The ' || o.taken_back_with || ' was deleted', $5)
      end,
      case
        when o.kind = 'correction'
        or o.taken_back_with is not null then edit.actor
        when o.kind = 'reversal' then $6
      end
    from
      owed o
      join quests q on q.id = o.quest_id
      left join conferences c on c.id = q.conference_id
      left join quest_recalculations edit on edit.quest_id = o.quest_id
      and edit.status = 'running'
      cross join lateral (
        select
          day,
          date_trunc('week', day::timestamp)::date as week
        from
          (
            select (o.earned_at at time zone coalesce(c.timezone, 'UTC'))::date as day
          ) days
      ) d
    where o.earned <> o.awarded
    order by
      o.user_id,
      o.task_id
    returning
      id,
      user_id,
      quest_id,
      task_id,
      conference_id,
      kind,
      delta,
      earned_at,
      day,
      week
  ),
  people as (
    update users u
    set points = u.points + sums.delta
    from
      (
        select
          user_id,
          sum(delta) as delta
        from entries
        group by user_id
      ) sums
    where u.id = sums.user_id
  ),
  totals as (
    insert into point_totals as kept (scope, scope_id, period, period_start, user_id, points, reached_at, is_ranked)
    select
      s.scope,
      s.scope_id,
      p.period,
      p.period_start,
      e.user_id,
      sum(e.delta),
      max(e.earned_at) filter (
        where e.delta > 0
      ),
      bool_and(
        u.is_listed
        and u.is_ranked
      )
    from
      entries e
      join users u on u.id = e.user_id
      cross join lateral (
        values
          ('all', 0),
          ('conference', e.conference_id),
          ('quest', e.quest_id)
      ) s (scope, scope_id)
      cross join lateral (
        values
          ('all', date '1970-01-01'),
          ('week', e.week),
          ('day', e.day)
      ) p (period, period_start)
    where s.scope_id is not null
    group by
      e.user_id,
      s.scope,
      s.scope_id,
      p.period,
      p.period_start
      -- Sorted by the primary key, so that a batch visits each page once.
    order by
      e.user_id,
      s.scope,
      s.scope_id,
      p.period,
      p.period_start
    on conflict (scope, scope_id, period, period_start, user_id) do update
    set
      points = kept.points + excluded.points,
      reached_at = greatest(kept.reached_at, excluded.reached_at)
  )
select
  user_id,
  task_id,
  kind,
  delta
from entries
order by id
