select
  paused_at,
  due,
  later,
  greatest(
    0,
    ceil(
      extract(
        epoch
        from paused_until - now()
      ) * 1000
    )
  )::float8 as wait_ms,
  (
    select count(*)
    from notification_jobs
    where status = 'running'
  ) as running_jobs,
  (
    select count(*)
    from notification_jobs
    where status = 'scheduled'
  ) as scheduled_jobs
from
  messenger_gate,
  (
    select
      count(*) filter (
        where due_at <= now()
      ) as due,
      count(*) filter (
        where due_at > now()
      ) as later
      -- Each count has its own partial index.
    from
      (
        select timestamptz '-infinity' as due_at
        from deliveries
        where status = 'sending'
        union all
        select due_at
        from deliveries
        where
          status = 'queued'
          and job_id is null
        union all
        select due_at
        from deliveries
        where
          status = 'queued'
          and job_id is not null
      ) as open
  ) as waiting;
