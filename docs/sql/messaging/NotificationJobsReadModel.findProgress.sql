with
  acted as (
    select
      id,
      clicked_at,
      dismissed_at
    from notifications
    where
      job_id = $1
      and (
        clicked_at is not null
        or dismissed_at is not null
      )
  ),
  delivered as materialized (
    select
      status,
      reason,
      count(*)
    from deliveries
    where job_id = $2
    group by
      status,
      reason
  ),
  counted (status, reason, count, clicked, dismissed) as (
    select
      status,
      reason,
      count,
      0,
      0
    from delivered
    union all
    -- Without a delivery.
    select
      'sent',
      null,
      count(*) - (
        select coalesce(sum(count), 0)::bigint
        from delivered
      ),
      0,
      0
    from notifications
    where job_id = $3
    union all
    select
      coalesce(d.status, 'sent'),
      d.reason,
      0,
      count(a.clicked_at),
      count(a.dismissed_at)
    from
      acted a
      left join deliveries d on d.notification_id = a.id
    group by
      1,
      2
  )
select
  extract(
    epoch
    from coalesce(j.finished_at, now()) - j.started_at
  )::float8 as seconds,
  (
    select coalesce(json_agg(g), '[]')
    from
      (
        select
          status,
          reason,
          sum(count) as count,
          sum(clicked) as clicked,
          sum(dismissed) as dismissed
        from counted
        group by
          status,
          reason
        having
          sum(count) > 0
        order by
          status,
          reason
      ) as g
  ) as groups
from notification_jobs j
where j.id = $4;
