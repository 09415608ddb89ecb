with
  due as (
    select
      id,
      type,
      status,
      fixed_at
    from notification_jobs
    where
      (
        status = 'running'
        or (
          status = 'scheduled'
          and scheduled_at <= now()
        )
      )
    order by id
    for update
  ),
  forgotten as (
    delete from broadcast_recipients
    where
      job_id in (
        select id
        from due
        where fixed_at is null
      )
  ),
  failed as (
    update notification_jobs j
    set
      status = 'failed',
      failure_reason = 'restored',
      finished_at = now()
    from due
    where
      j.id = due.id
      and due.fixed_at is null
  )
select
  count(*) filter (
    where
      type = 'message'
      and status = 'scheduled'
  ) as scheduled_broadcasts,
  count(*) filter (
    where
      type = 'message'
      and status = 'running'
  ) as running_broadcasts,
  count(*) filter (
    where type = 'quest_reminder'
  ) as reminders
from due;
