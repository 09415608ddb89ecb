select
  t.points,
  count(*)::integer as users
from point_totals t
where
  t.scope = $1
  and t.scope_id = $2
  and t.period = $3
  and t.period_start = $4
  and t.points > 0
  and t.is_ranked
group by t.points
order by t.points desc;
