delete from notification_jobs
where id = $1;
