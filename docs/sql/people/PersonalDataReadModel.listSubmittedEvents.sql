select
  id,
  title,
  status,
  starts_at,
  ends_at,
  contact,
  rejection_reason,
  created_at
from events
where submitted_by = $1
order by id asc;
