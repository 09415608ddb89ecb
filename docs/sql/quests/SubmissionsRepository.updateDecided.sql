update user_quest_tasks
set
  status = $1,
  decided_at = $2,
  reason = $3,
  rejections = rejections + (
    $4 = 'rejected'
    and source <> 'public'
  )::integer
where
  id = $5
  and status = 'pending';
