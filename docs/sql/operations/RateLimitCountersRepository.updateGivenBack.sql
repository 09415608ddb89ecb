with
  locked as (
    select key
    from rate_limit_counters
    where
      key = any($1)
      and hits > 0
    order by key
    for update
  )
update rate_limit_counters as counter
set hits = hits - 1
from locked
where counter.key = locked.key;
