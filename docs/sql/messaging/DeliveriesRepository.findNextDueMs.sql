select
  ceil(
    extract(
      epoch
      from
        least(
          (
            select min(due_at)
            from deliveries
            where
              status = 'queued'
              and job_id is null
          ),
          case
            when not held then (
              select min(due_at)
              from deliveries
              where
                status = 'queued'
                and job_id is not null
            )
          end,
          (
            select min(leased_until)
            from deliveries
            where
              status = 'sending'
              and (
                job_id is null
                or not held
              )
          )
        ) - clock_timestamp()
    ) * 1000
  )::float8 as due_ms
from
  (
    select
      (
        paused_at is not null
        and coalesce(pause_ends_at > clock_timestamp(), true)
      )
      and pause_scope = 'broadcasts' as held
    from messenger_gate
  ) as gate;
