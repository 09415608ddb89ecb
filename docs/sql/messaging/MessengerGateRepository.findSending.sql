select
  case
    when (
      paused_at is not null
      and coalesce(pause_ends_at > clock_timestamp(), true)
    ) then paused_at
  end as paused_at,
  case
    when (
      paused_at is not null
      and coalesce(pause_ends_at > clock_timestamp(), true)
    ) then pause_scope
  end as scope,
  case
    when (
      paused_at is not null
      and coalesce(pause_ends_at > clock_timestamp(), true)
    ) then pause_ends_at
  end as until,
  case
    when (
      paused_at is not null
      and coalesce(pause_ends_at > clock_timestamp(), true)
    ) then pause_reason
  end as reason,
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
    from deliveries
    where
      is_reminder
      and status = 'skipped'
      and reason = 'outdated'
      and due_at > now() - interval '1 day'
  ) as outdated_reminders,
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
