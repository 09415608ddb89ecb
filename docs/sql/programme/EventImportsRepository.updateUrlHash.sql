update events
set feed_url_hash = $1
where
  id = any($2::bigint[])
  and feed_url_hash is distinct from $3;
