select count(*) as count
from point_totals
where
  scope = 'all'
  and scope_id = 0
  and period = 'all'
  and period_start = '1970-01-01'
  and is_ranked
  and points > 0
  and points > $1;
