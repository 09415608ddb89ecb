with
  shown as materialized (
    select
      date_trunc('minute', $1::timestamptz) as first,
      least(
        date_trunc('minute', $2::timestamptz) + 399 * interval '1 minute',
        date_trunc('minute', now())
      ) as last
  ),
  answered as (
    select
      date_trunc('minute', answered_at) as at,
      count(*) filter (
        where status = 'sent'
      ) as sent,
      count(*) filter (
        where status = 'failed'
      ) as failed
    from deliveries
    where
      job_id = $3
      and status in ('sent', 'failed')
    group by 1
  ),
  clicked as (
    select
      date_trunc('minute', clicked_at) as at,
      count(*) as clicked
    from notifications
    where
      job_id = $4
      and clicked_at is not null
    group by 1
  )
select
  minute as at,
  coalesce(sent, 0) as sent,
  coalesce(failed, 0) as failed,
  coalesce(clicked, 0) as clicked
from
  shown,
  generate_series(first, last, interval '1 minute') as minute
  left join answered a on a.at = minute
  left join clicked c on c.at = minute
order by minute;
