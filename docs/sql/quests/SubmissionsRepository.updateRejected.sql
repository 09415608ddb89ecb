update user_quest_tasks
set
  status = 'rejected',
  decided_at = $1,
  reviewer = $2,
  reviewer_id = $3::bigint,
  reason = $4,
  rejections = rejections + (source <> 'public')::integer
where
  id = $5
  and status = 'pending';
