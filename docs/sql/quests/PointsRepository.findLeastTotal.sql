select min(coalesce(t.points, 0)) as points
from
  (
    values
      ('all', 0::bigint),
      ('quest', $1),
      ('conference', $2)
  ) s (scope, scope_id)
  left join point_totals t on t.scope = s.scope
  and t.scope_id = s.scope_id
  and t.period = 'all'
  and t.period_start = '1970-01-01'
  and t.user_id = $3
where s.scope_id is not null;
