update quest_tasks
set
  deleted_at = $1,
  points_taken_back = $2,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $3;
