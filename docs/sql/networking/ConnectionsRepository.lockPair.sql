select
  id,
  status,
  message,
  created_at,
  responded_at,
  met_at,
  met_conference_id,
  requester_id,
  recipient_id,
  lower_rejections,
  higher_rejections
from connections
where
  least(requester_id, recipient_id) = $1
  and greatest(requester_id, recipient_id) = $2
limit $3
for update;
