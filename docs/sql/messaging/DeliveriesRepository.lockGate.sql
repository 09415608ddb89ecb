select
  (
    paused_at is not null
    and coalesce(pause_ends_at > clock_timestamp(), true)
  )
  and pause_scope = 'all' as is_paused,
  (
    paused_at is not null
    and coalesce(pause_ends_at > clock_timestamp(), true)
  )
  and pause_scope = 'broadcasts' as holds_broadcasts,
  greatest(
    0,
    ceil(
      extract(
        epoch
        from paused_until - clock_timestamp()
      ) * 1000
    )
  )::float8 as wait_ms,
  exists (
    select
    from changed_subjects
  ) as has_changes,
  set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_seqscan', 'off', true)
from messenger_gate
for update;
