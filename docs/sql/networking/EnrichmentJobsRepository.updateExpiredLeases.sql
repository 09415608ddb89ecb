update enrichment_job_users
set
  status = 'queued',
  run_id = null,
  leased_until = null
where
  status = 'running'
  and leased_until <= clock_timestamp();
