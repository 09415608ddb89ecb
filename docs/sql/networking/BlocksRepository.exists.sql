select
from blocks
where
  blocker_id = $1
  and blocked_id = $2
union all
select
from blocks
where
  blocker_id = $3
  and blocked_id = $4;
