select id
from notification_jobs
where
  created_by = $1
  and content_hash = $2
  and submitted_at > now() - $3 * interval '1 minute'
  and id is distinct from $4::bigint
  and status not in ($5, $6, $7)
order by id desc
limit $8;
