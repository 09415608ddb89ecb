with
  due as (
    select
      id,
      type,
      status
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
  moved as (
    update notification_jobs j
    set scheduled_at = now()
    from due
    where
      j.id = due.id
      and due.status = 'scheduled'
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
