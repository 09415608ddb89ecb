update enrichment_job_users
set status = $1
where
  job_id = $2
  and user_id = $3;
