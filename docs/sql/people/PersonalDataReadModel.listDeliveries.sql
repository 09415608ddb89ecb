select
  notification_id,
  status,
  reason,
  answered_at
from deliveries
where user_id = $1
order by notification_id asc;
