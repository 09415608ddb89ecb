select
  id,
  status,
  message,
  created_at,
  responded_at,
  met_at,
  met_conference_id,
  requester_id,
  recipient_id
from connections
where
  id = $1
  and not status = $2
  and (
    requester_id = $3
    or (recipient_id = $4)
  )
limit $5
for update;
