select
  case
    when paused_at is not null then 'Infinity'
    else greatest(
      0,
      ceil(
        extract(
          epoch
          from paused_until - clock_timestamp()
        ) * 1000
      )
    )
  end::float8 as wait_ms
from messenger_gate
for update;
