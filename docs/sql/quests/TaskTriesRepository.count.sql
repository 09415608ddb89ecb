select sum(tries) as tries
from task_tries
where
  task_id = $1
  and person_hash in ($2)
limit $3;
