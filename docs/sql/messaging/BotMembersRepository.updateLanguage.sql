update users
set
  language = $1,
  updated_at = CURRENT_TIMESTAMP(3)
where messenger_id = $2;
