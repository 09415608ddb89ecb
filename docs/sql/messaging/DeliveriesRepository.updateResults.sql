update deliveries d
set
  status = case
    when is_over then 'skipped'
    else r.status
  end,
  reason = case
    when is_over then 'cancelled'
    else r.reason
  end,
  run_id = null,
  leased_until = null,
  attempts = d.attempts - (not r.is_counted)::int,
  due_at = clock_timestamp() + greatest(r.delay_ms, 1000) * interval '1 ms',
  answered_at = clock_timestamp()
from
  jsonb_to_recordset($1::jsonb) as r (notification_id bigint, status text, reason text, delay_ms float8, is_counted boolean)
  join notifications n on n.id = r.notification_id
  left join notification_jobs j on j.id = n.job_id,
  lateral (
    select
      r.status = 'queued'
      and j.status = 'cancelled' as is_over
  ) as o
where
  d.notification_id = r.notification_id
  and d.run_id = $2;
