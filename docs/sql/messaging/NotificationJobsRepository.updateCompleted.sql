update notification_jobs j
set
  status = 'completed',
  finished_at = now()
where
  status = 'running'
  and fixed_at is not null
  and not exists (
    select
    from deliveries d
    where
      d.job_id = j.id
      and d.status in ('queued', 'sending')
  )
returning j.id;
