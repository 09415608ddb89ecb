select
  j.id,
  coalesce(j.source_name, j.name) as name,
  case
    when j.name = 'dead-jobs'
    and j.state in ('created', 'retry') then 'failed'
    when j.state in ('created', 'retry') then 'waiting'
    else j.state::text
  end as state,
  coalesce(j.source_created_on, j.created_on)::timestamptz(3) as created_at,
  j.start_after::timestamptz(3) as due_at,
  j.started_on::timestamptz(3) as started_at,
  coalesce(j.source_retry_count, j.retry_count) as retries,
  left(
    regexp_replace(coalesce(j.source_output, j.output) #>> '{value,message}', '\s+', ' ', 'g'),
    200
  ) as error,
  j.data
from pgboss.job as j
where j.id = $1
limit $2
for update of
  j;
