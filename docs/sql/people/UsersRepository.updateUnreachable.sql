update users
set
  messenger_reachable = $1,
  messenger_refused_at = CURRENT_TIMESTAMP(3)
where
  id = any($2::bigint[])
  and erased_at is null;
