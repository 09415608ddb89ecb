select
  count(distinct user_id)::integer as people,
  count(*)::integer as ledger_rows
from point_ledger
where
  user_id > $1
  and user_id <= $2;
