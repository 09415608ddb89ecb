delete from user_reports
where reported_id = $1;
