select
  id,
  reported_id,
  reason,
  text,
  connection_id,
  created_at
from user_reports
where
  reporter_id = $1
  and reported_id = $2
  and resolved_at is null
limit $3;
