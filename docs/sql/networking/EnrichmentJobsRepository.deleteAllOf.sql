delete from enrichment_job_users
where user_id = $1;
