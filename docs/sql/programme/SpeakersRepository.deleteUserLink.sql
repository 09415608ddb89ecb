update speakers
set
  user_id = $1,
  updated_at = CURRENT_TIMESTAMP(3)
where user_id = $2;
