select
  job_id,
  status,
  count(*)
from deliveries
where
  job_id = any($1::bigint[])
  and status in ($2, $3, $4, $5)
group by
  job_id,
  status;
