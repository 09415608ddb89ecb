update rate_limit_counters
set hits = hits - $1
where
  key = $2
  and hits > $3;
