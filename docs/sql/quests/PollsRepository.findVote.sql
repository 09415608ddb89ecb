select option_id
from poll_votes
where
  task_id = $1
  and user_id = $2
limit $3;
