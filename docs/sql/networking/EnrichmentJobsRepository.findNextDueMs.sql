select
  greatest(
    0,
    extract(
      epoch
      from due_at - clock_timestamp()
    ) * 1000
  )::float8 as due_ms
from enrichment_job_users
where status = 'queued'
order by due_at
limit 1;
