update user_reports
set
  outcome = $1,
  note = $2,
  resolved_at = $3
where id = $4;
