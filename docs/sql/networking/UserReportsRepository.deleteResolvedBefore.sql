delete from user_reports
where resolved_at < $1;
