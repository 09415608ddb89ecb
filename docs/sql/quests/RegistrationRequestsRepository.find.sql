select
  id,
  quest_id,
  user_id,
  status,
  source,
  message,
  reason,
  requested_at,
  decided_at
from quest_registration_requests
where
  quest_id = $1
  and user_id = $2
limit $3;
