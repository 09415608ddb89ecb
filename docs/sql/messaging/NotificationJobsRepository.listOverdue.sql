select id
from notification_jobs
where
  (
    status = $1
    and scheduled_at <= $2
  )
  or (
    status = $3
    and fixed_at is null
    and started_at <= $4
  )
order by id asc;
