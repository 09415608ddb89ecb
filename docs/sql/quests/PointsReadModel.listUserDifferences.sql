select
  'user' as kind,
  user_id as user_id,
  null::bigint as quest_id,
  null::bigint as task_id,
  null::json as total,
  'points' as field,
  expected as expected,
  found as found
from
  (
    select
      u.id as user_id,
      to_jsonb(coalesce(summed.points, 0)) as expected,
      to_jsonb(u.points) as found
    from
      users u
      left join (
        select
          user_id,
          sum(delta) as points
        from point_ledger
        where
          user_id > $1
          and user_id <= $2
        group by user_id
      ) summed on summed.user_id = u.id
    where
      u.id > $3
      and u.id <= $4
      and u.points <> coalesce(summed.points, 0)
  ) d
limit $5;
