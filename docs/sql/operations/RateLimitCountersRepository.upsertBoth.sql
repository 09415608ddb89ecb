with
  first as (
    insert into rate_limit_counters as counter (key, hits, expires_at)
    values ($1, 1, now() + $2 * interval '1 millisecond')
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
      )::integer as ms_left
  ),
  other as (
    insert into rate_limit_counters as counter (key, hits, expires_at)
    select
      $3,
      1,
      now() + $4 * interval '1 millisecond'
    from first
    where first.hits <= $5
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
      )::integer as ms_left
  )
select
  hits,
  ms_left
from first
union all
select
  hits,
  ms_left
from other;
