update quest_tasks
set
  answer_encrypted = $1,
  old_answer_encrypted = $2,
  old_answer_until = $3,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $4;
