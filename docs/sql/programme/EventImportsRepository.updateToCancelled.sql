update events
set
  status = $1,
  cancelled_by_feed = $2,
  version = version + 1,
  updated_at = CURRENT_TIMESTAMP(3)
where
  id = any($3::bigint[])
  and status = $4;
