select id
from notification_jobs
where
  created_by = $1
  and content_hash = $2
  and created_at > now() - $3 * interval '1 minute'
  and status not in ($4, $5)
order by id desc
limit $6;
