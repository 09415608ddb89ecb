with
  skipped as (
    update deliveries
    set
      status = 'skipped',
      reason = 'restored',
      run_id = null,
      leased_until = null
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
      )
    returning job_id
  )
select
  count(job_id) as broadcast_messages,
  count(*) filter (
    where job_id is null
  ) as single_messages
from skipped;
