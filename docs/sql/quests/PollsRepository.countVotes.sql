select
  option_id,
  count(*) as votes
from poll_votes
where task_id = $1
group by option_id
order by option_id;
