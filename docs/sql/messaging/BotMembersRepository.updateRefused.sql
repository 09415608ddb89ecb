update users
set
  messenger_reachable = $1,
  messenger_refused_at = CURRENT_TIMESTAMP(3)
where messenger_id = $2;
