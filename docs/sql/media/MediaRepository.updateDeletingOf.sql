update media
set
  status = $1,
  user_id = $2
where user_id = $3;
