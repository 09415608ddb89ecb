insert into rate_limit_counters as counter (key, hits, expires_at)
values
  (
    coalesce(
      (
        select key
        from rate_limit_counters
        where
          key = any($1)
          and expires_at > now()
        order by hits desc
        limit 1
      ),
      $2
    ),
    1,
    now() + $3 * interval '1 millisecond'
  )
on conflict (key) do update
set
  hits = case
    when counter.expires_at <= now() then excluded.hits
    else counter.hits + excluded.hits
  end,
  expires_at = case
    when counter.expires_at <= now() then excluded.expires_at
    else counter.expires_at
  end
returning
  hits,
  floor(
    extract(
      epoch
      from expires_at - now()
    ) * 1000
  )::integer as ms_left;
