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
          coalesce(d.status, 'sent') as status,
          d.reason,
          count(*) as count,
          count(n.clicked_at) as clicked,
          count(n.dismissed_at) as dismissed
        from
          notifications n
          left join deliveries d on d.notification_id = n.id
        where n.job_id = j.id
        group by
          1,
          2
        order by
          1,
          2
      ) as g
  ) as groups
from notification_jobs j
where j.id = $1;
