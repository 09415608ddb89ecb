update enrichment_jobs
set
  queued = $1,
  skipped = $2
where id = $3;
