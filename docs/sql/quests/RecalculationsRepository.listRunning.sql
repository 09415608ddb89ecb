select quest_id
from quest_recalculations
where
  status = $1
  and requested_at < $2
order by requested_at asc;
