select
  paused_at,
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
    from deliveries
    where status = 'sending'
  ) + (
    select count(*)
    from deliveries
    where
      status = 'queued'
      and job_id is null
      and due_at <= now()
  ) + (
    select count(*)
    from deliveries
    where
      status = 'queued'
      and job_id is not null
      and due_at <= now()
  ) as due,
  (
    select count(*)
    from deliveries
    where
      status = 'queued'
      and job_id is null
      and due_at > now()
  ) + (
    select count(*)
    from deliveries
    where
      status = 'queued'
      and job_id is not null
      and due_at > now()
  ) as later,
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
from messenger_gate;
