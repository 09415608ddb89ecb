-- 1 of 2
set local statement_timeout = 60000;

-- 2 of 2
update deliveries
set
  status = 'skipped',
  reason = 'cancelled'
where
  job_id = $1
  and status = 'queued';
