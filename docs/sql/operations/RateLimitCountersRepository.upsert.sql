insert into rate_limit_counters as counter (key, hits, expires_at)
values ($1, 1, now() + $2 * interval '1 millisecond')
on conflict (key) do update
set
  hits = case
    when counter.expires_at <= now() then 1
    else counter.hits + 1
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
