select quest_id
from quest_recalculations
where status = $1
order by quest_id asc;
