update notification_jobs
set
  status = $1,
  finished_at = CURRENT_TIMESTAMP(3)
where
  quest_id = $2
  and status = $3
returning id;
