select
  answer_encrypted,
  case
    when old_answer_until > $1 then old_answer_encrypted
  end as old_answer_encrypted
from quest_tasks
where id = $2
limit $3;
