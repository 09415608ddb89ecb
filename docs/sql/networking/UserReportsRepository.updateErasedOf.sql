update user_reports
set
  reporter_id = $1,
  text = $2,
  message = case
    when is_own_message is false then message
  end
where reporter_id = $3;
