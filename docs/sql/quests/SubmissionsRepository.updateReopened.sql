update user_quest_tasks
set
  status = 'pending',
  decided_at = null,
  reason = null,
  rejections = rejections - (
    status = 'rejected'
    and rejections > 0
    and source <> 'public'
  )::integer
where
  id = $1
  and status <> 'pending';
