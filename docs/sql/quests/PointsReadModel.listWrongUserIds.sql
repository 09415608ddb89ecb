select user_id
from
  (
    select
      user_id,
      scope,
      scope_id,
      period,
      period_start,
      f.field,
      f.expected,
      f.found
    from
      (
        select
          user_id,
          case
            when grouping(quest_id) = 0 then 'quest'
            when grouping(conference_id) = 0 then 'conference'
            else 'all'
          end as scope,
          coalesce(quest_id, conference_id, 0) as scope_id,
          case
            when grouping(day) = 0 then 'day'
            when grouping(week) = 0 then 'week'
            else 'all'
          end as period,
          coalesce(day, week, '1970-01-01') as period_start,
          sum(delta) as points,
          max(earned_at) filter (
            where delta > 0
          ) as reached_at
        from point_ledger
        where
          user_id > $1
          and user_id <= $2
        group by
          grouping sets (
            (user_id),
            (user_id, week),
            (user_id, day),
            (user_id, conference_id),
            (user_id, conference_id, week),
            (user_id, conference_id, day),
            (user_id, quest_id),
            (user_id, quest_id, week),
            (user_id, quest_id, day)
          )
        having
          (
            grouping(quest_id) = 1
            or quest_id is not null
          )
          and (
            grouping(conference_id) = 1
            or conference_id is not null
          )
      ) summed
      full join (
        select *
        from point_totals
        where
          user_id > $3
          and user_id <= $4
      ) kept using (user_id, scope, scope_id, period, period_start)
      join users u on u.id = user_id
      cross join lateral (
        values
          ('points', to_jsonb(summed.points), to_jsonb(kept.points)),
          ('reached_at', to_jsonb(summed.reached_at), to_jsonb(kept.reached_at)),
          (
            'is_ranked',
            to_jsonb(
              u.is_listed
              and u.is_ranked
            ),
            to_jsonb(kept.is_ranked)
          )
      ) f (field, expected, found)
    where f.expected is distinct from f.found
  ) d
union
select user_id
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
          user_id > $5
          and user_id <= $6
        group by user_id
      ) summed on summed.user_id = u.id
    where
      u.id > $7
      and u.id <= $8
      and u.points <> coalesce(summed.points, 0)
  ) e
order by user_id;
