with
  inserted as (
    insert into broadcast_recipients (job_id, user_id, variables)
    select
      $1,
      person_id,
      variables
    from staged_recipients
    returning 1
  )
select count(*) as count
from inserted;
