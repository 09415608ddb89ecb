update user_reports
set
  reporter_id = $1,
  text = $2
where reporter_id = $3;
