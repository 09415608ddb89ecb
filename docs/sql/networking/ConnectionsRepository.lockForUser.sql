select
  id,
  requester_id,
  recipient_id,
  status,
  message,
  created_at,
  responded_at
from connections
where
  id = $1
  and (
    requester_id = $2
    or (recipient_id = $3)
  )
limit $4
for update;
