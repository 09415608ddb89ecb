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
          (
            select min(due_at)
            from deliveries
            where
              status = 'queued'
              and job_id is not null
          ),
          (
            select min(leased_until)
            from deliveries
            where status = 'sending'
          )
        ) - clock_timestamp()
    ) * 1000
  )::float8 as due_ms;
