select option_id
from poll_votes
where
  task_id = $1
  and option_id = any($2::text[])
limit $3;
