with
  gone as (
    delete from notifications
    where
      user_id = $1
      and job_id is null
  ),
  unsent as (
    update deliveries
    set
      status = 'skipped',
      reason = 'erased'
    where
      user_id = $2
      and job_id is not null
      and status = 'queued'
  )
update notifications
set
  title = '',
  body = '',
  action_url = null,
  start = null,
  data = '{}',
  args = null
where
  user_id = $3
  and job_id is not null;
