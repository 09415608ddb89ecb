with
  live as (
    select
      a.id,
      a.user_id,
      a.quest_id,
      a.task_id,
      a.conference_id,
      a.kind,
      a.earned_at,
      a.day,
      a.week,
      a.delta + coalesce(fix.delta, 0) as points
    from
      point_ledger a
      left join (
        select
          award_id,
          sum(delta) as delta
        from point_ledger
        where
          quest_id = $1
          and user_id = any($2::bigint[])
          and kind = 'correction'
        group by award_id
      ) fix on fix.award_id = a.id
    where
      a.quest_id = $3
      and a.user_id = any($4::bigint[])
      and a.kind in ('task', 'completion')
      and a.voided_at is null
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
        actor
      )
    select
      a.user_id,
      a.quest_id,
      a.task_id,
      a.conference_id,
      'correction' as kind,
      wanted.points - a.points as delta,
      a.earned_at,
      a.day,
      a.week,
      a.id as award_id,
      $5::text as actor
    from
      live a
      join quests q on q.id = a.quest_id
      and q.deleted_at is null
      left join quest_tasks t on t.id = a.task_id
      and t.deleted_at is null
      cross join lateral (
        select
          case
            when a.kind = 'task' then t.points
            else q.completion_points
          end as points
      ) wanted
    where wanted.points <> a.points
    union all
    select
      e.user_id,
      q.id as quest_id,
      e.task_id,
      q.conference_id,
      e.kind,
      e.points as delta,
      e.earned_at,
      d.day,
      d.week,
      null::bigint as award_id,
      null::text as actor
    from
      (
        select
          s.user_id,
          s.quest_id,
          s.task_id,
          'task' as kind,
          t.points,
          s.submitted_at as earned_at
        from
          user_quest_tasks s
          join quest_tasks t on t.id = s.task_id
          and t.deleted_at is null
        where
          s.quest_id = $6
          and s.user_id = any($7::bigint[])
          and s.status = 'approved'
        union all
        select
          uq.user_id,
          uq.quest_id,
          null::bigint,
          'completion',
          won.completion_points,
          uq.completed_at
        from
          user_quests uq
          join quests won on won.id = uq.quest_id
        where
          uq.quest_id = $8
          and uq.user_id = any($9::bigint[])
          and uq.status = 'completed'
      ) e
      join quests q on q.id = e.quest_id
      and q.deleted_at is null
      left join conferences c on c.id = q.conference_id
      cross join lateral (
        select
          day,
          date_trunc('week', day::timestamp)::date as week
        from
          (
            select (e.earned_at at time zone coalesce(c.timezone, 'UTC'))::date as day
          ) days
      ) d
    where
      e.points > 0
      and not exists (
        select
        from live a
        where
          a.user_id = e.user_id
          and a.kind = e.kind
          and coalesce(a.task_id, 0) = coalesce(e.task_id, 0)
      )
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
select count(*)
from entries;
