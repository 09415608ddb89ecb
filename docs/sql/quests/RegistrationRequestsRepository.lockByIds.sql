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
where id = any($1::bigint[])
order by id asc
for update;
