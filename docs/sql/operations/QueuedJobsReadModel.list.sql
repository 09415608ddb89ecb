-- failed, 1 of 2
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
  ) as error
from pgboss.job as j
where
  (
    j.name = 'dead-jobs'
    and j.state in ('created', 'retry')
    or j.state = 'failed'
    and j.dead_letter is null
  )
order by
  coalesce(j.source_created_on, j.created_on)::timestamptz(3) desc,
  j.id desc
limit $1
offset $2;

-- failed, 2 of 2
select count(*) as total
from
  (
    select 1
    from pgboss.job as j
    where
      (
        j.name = 'dead-jobs'
        and j.state in ('created', 'retry')
        or j.state = 'failed'
        and j.dead_letter is null
      )
    limit $1
  ) as counted;

-- active, 1 of 2
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
  ) as error
from pgboss.job as j
where j.state = 'active'
order by
  coalesce(j.source_created_on, j.created_on)::timestamptz(3) desc,
  j.id desc
limit $1
offset $2;

-- active, 2 of 2
select count(*) as total
from
  (
    select 1
    from pgboss.job as j
    where j.state = 'active'
    limit $1
  ) as counted;

-- late, after a cursor
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
  ) as error
from pgboss.job as j
where
  j.state in ('created', 'retry')
  and not j.name = 'dead-jobs'
  and j.start_after < now() - interval '1 minute'
  and (coalesce(j.source_created_on, j.created_on)::timestamptz(3), j.id) < ($1, $2)
order by
  coalesce(j.source_created_on, j.created_on)::timestamptz(3) desc,
  j.id desc
limit $3;
