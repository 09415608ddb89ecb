select
  count(job_id) as broadcast_messages,
  count(*) filter (
    where job_id is null
  ) as single_messages
from deliveries
where
  (
    status = 'sending'
    or (
      status = 'queued'
      and (
        due_at <= now()
        or job_id in (
          select id
          from notification_jobs
          where failure_reason = 'restored'
        )
      )
    )
  );
