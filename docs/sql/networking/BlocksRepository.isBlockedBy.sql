select 1
from blocks
where
  blocker_id = $1
  and blocked_id = $2
limit $3;
