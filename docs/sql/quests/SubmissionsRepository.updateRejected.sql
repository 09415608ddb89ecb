update user_quest_tasks
set
  status = 'rejected',
  decided_at = $1,
  reason = $2,
  rejections = rejections + (source <> 'public')::integer
where
  id = $3
  and status = 'pending';
