select
  greatest(
    0,
    ceil(
      extract(
        epoch
        from paused_until - clock_timestamp()
      ) * 1000
    )
  )::float8 as wait_ms
from enrichment_gate
for update;
