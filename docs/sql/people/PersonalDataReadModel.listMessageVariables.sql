select variables
from broadcast_recipients
where user_id = $1
order by job_id asc;
