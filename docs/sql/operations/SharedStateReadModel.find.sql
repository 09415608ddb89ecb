select
  (
    select coalesce(json_agg(q), '[]')
    from
      (
        select
          j.name,
          count(*) as waiting,
          extract(
            epoch
            from max(now() - j.start_after)
          )::float8 as oldest_wait_s
        from pgboss.job j
        where
          j.state < 'active'
          and not j.blocked
          and not j.name = 'dead-jobs'
          and j.start_after <= now()
        group by j.name
        order by j.name
      ) as q
  ) as queues,
  (
    select count(*)
    from pgboss.job j
    where
      j.state < 'active'
      and not j.blocked
      and j.name = 'dead-jobs'
  ) as dead_jobs,
  due.messages_due,
  due.oldest_due_s,
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
  end as pause_scope,
  case
    when (
      paused_at is not null
      and coalesce(pause_ends_at > clock_timestamp(), true)
    ) then pause_ends_at
  end as pause_ends_at,
  case
    when (
      paused_at is not null
      and coalesce(pause_ends_at > clock_timestamp(), true)
    ) then pause_reason
  end as pause_reason,
  -- The pause and its audit row have the time of one transaction.
  case
    when (
      paused_at is not null
      and coalesce(pause_ends_at > clock_timestamp(), true)
    ) then (
      select l.actor
      from audit_log l
      where
        l.action = 'sending.pause'
        and l.at >= paused_at
      order by l.id desc
      limit 1
    )
  end as paused_by,
  (
    select count(*)
    from notification_jobs
    where status = 'running'
  ) as running_broadcasts,
  (
    select count(*)
    from partner_mints
    where status in ('pending', 'unknown')
  ) as open_mints,
  (
    select count(*)
    from due_settlements
  ) as due_settlements,
  (
    select coalesce(sum(bytes), 0)::bigint
    from media
    where status = 'ready'
  ) as media_bytes,
  (
    select max(taken_at)
    from backups
  ) as last_backup_at
from
  messenger_gate,
  (
    select
      count(*) as messages_due,
      coalesce(
        extract(
          epoch
          from now() - min(due_at)
        ),
        0
      )::float8 as oldest_due_s
      -- Each part has its own partial index.
    from
      (
        select due_at
        from deliveries
        where
          status = 'queued'
          and job_id is null
          and due_at <= now()
        union all
        select due_at
        from deliveries
        where
          status = 'queued'
          and job_id is not null
          and due_at <= now()
      ) as open
  ) as due;
