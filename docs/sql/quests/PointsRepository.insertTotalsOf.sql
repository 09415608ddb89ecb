insert into point_totals (scope, scope_id, period, period_start, user_id, points, reached_at, is_ranked)
select
  s.scope,
  s.scope_id,
  s.period,
  s.period_start,
  s.user_id,
  s.points,
  s.reached_at,
  u.is_listed
  and u.is_ranked
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
    where user_id = any($1::bigint[])
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
  ) s
  join users u on u.id = s.user_id;
