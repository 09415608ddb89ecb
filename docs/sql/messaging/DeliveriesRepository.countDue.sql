with
  moment as materialized (
    select clock_timestamp() as now
  )
select
  (
    select count(*)
    from
      deliveries,
      moment
    where
      status = 'queued'
      and job_id is null
      and due_at <= now
  ) + (
    select count(*)
    from
      deliveries,
      moment
    where
      status = 'queued'
      and job_id is not null
      and due_at <= now
  ) + (
    select count(*)
    from
      deliveries,
      moment
    where
      status = 'sending'
      and leased_until <= now
  ) as due;
