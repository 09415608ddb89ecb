with
  entries as (
    insert into point_ledger (user_id, quest_id, conference_id, kind, delta, earned_at, day, week, reason, actor)
    select
      $1,
      $2::bigint,
      $3::bigint,
      'adjustment',
      $4,
      $5,
      d.day,
      d.week,
      $6,
      $7
    from
      lateral (
        select
          day,
          date_trunc('week', day::timestamp)::date as week
        from
          (
            select ($8::timestamptz at time zone $9::text)::date as day
          ) days
      ) d
    returning
      id,
      user_id,
      quest_id,
      conference_id,
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
select id
from entries;
