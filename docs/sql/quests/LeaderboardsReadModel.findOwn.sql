select
  own.points,
  own.reached_at,
  own.is_listed,
  (
    select count(*)::integer
    from
      (
        select
        from point_totals t
        where
          t.scope = $1
          and t.scope_id = $2
          and t.period = $3
          and t.period_start = $4
          and t.points > 0
          and t.is_ranked
          and t.points > own.points
        limit 1001
      ) counted
  ) as above,
  (
    select t.points
    from point_totals t
    where
      t.scope = $5
      and t.scope_id = $6
      and t.period = $7
      and t.period_start = $8
      and t.points > 0
      and t.is_ranked
      and t.points > own.points
    order by t.points
    limit 1
  ) as next_points
from
  (
    select
      coalesce(kept.points, 0) as points,
      kept.reached_at,
      u.is_listed
      and u.is_ranked as is_listed
    from
      users u
      left join point_totals kept on kept.scope = $9
      and kept.scope_id = $10
      and kept.period = $11
      and kept.period_start = $12
      and kept.user_id = u.id
    where u.id = $13
  ) own;
