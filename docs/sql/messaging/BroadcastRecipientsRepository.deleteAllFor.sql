delete from broadcast_recipients
where job_id = $1;
