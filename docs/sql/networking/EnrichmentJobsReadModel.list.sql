-- no filter, 1 of 2
select
  j.id,
  j.is_forced,
  j.created_at,
  counts.queued,
  counts.ready,
  counts.failed,
  counts.skipped,
  counts.finished_at,
  json_build_array(j.id, j.id) as sort_place
from
  enrichment_jobs as j
  left join lateral (
    select
      count(*) filter (
        where u.status in ('queued', 'running')
      ) as queued,
      count(*) filter (
        where u.status = 'ready'
      ) as ready,
      count(*) filter (
        where u.status = 'failed'
      ) as failed,
      j.skipped + count(*) filter (
        where u.status = 'skipped'
      ) as skipped,
      case
        when count(u.user_id) = count(u.finished_at) then coalesce(max(u.finished_at), j.created_at)
      end as finished_at
    from enrichment_job_users u
    where u.job_id = j.id
  ) counts on true
order by j.id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from enrichment_jobs as j
    limit $1
  ) as counted;

-- by status, 1 of 2
select
  j.id,
  j.is_forced,
  j.created_at,
  counts.queued,
  counts.ready,
  counts.failed,
  counts.skipped,
  counts.finished_at,
  json_build_array(j.id, j.id) as sort_place
from
  enrichment_jobs as j
  left join lateral (
    select
      count(*) filter (
        where u.status in ('queued', 'running')
      ) as queued,
      count(*) filter (
        where u.status = 'ready'
      ) as ready,
      count(*) filter (
        where u.status = 'failed'
      ) as failed,
      j.skipped + count(*) filter (
        where u.status = 'skipped'
      ) as skipped,
      case
        when count(u.user_id) = count(u.finished_at) then coalesce(max(u.finished_at), j.created_at)
      end as finished_at
    from enrichment_job_users u
    where u.job_id = j.id
  ) counts on true
where
  exists (
    select
    from enrichment_job_users u
    where
      u.job_id = j.id
      and u.finished_at is null
  )
order by j.id desc
limit $1
offset $2;

-- by status, 2 of 2
select count(*) as total
from
  (
    select 1
    from enrichment_jobs as j
    where
      exists (
        select
        from enrichment_job_users u
        where
          u.job_id = j.id
          and u.finished_at is null
      )
    limit $1
  ) as counted;

-- by user_id, 1 of 2
select
  j.id,
  j.is_forced,
  j.created_at,
  counts.queued,
  counts.ready,
  counts.failed,
  counts.skipped,
  counts.finished_at,
  json_build_array(j.id, j.id) as sort_place
from
  enrichment_jobs as j
  left join lateral (
    select
      count(*) filter (
        where u.status in ('queued', 'running')
      ) as queued,
      count(*) filter (
        where u.status = 'ready'
      ) as ready,
      count(*) filter (
        where u.status = 'failed'
      ) as failed,
      j.skipped + count(*) filter (
        where u.status = 'skipped'
      ) as skipped,
      case
        when count(u.user_id) = count(u.finished_at) then coalesce(max(u.finished_at), j.created_at)
      end as finished_at
    from enrichment_job_users u
    where u.job_id = j.id
  ) counts on true
where
  j.id in (
    select job_id
    from enrichment_job_users
    where user_id = $1
  )
order by j.id desc
limit $2
offset $3;

-- by user_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from enrichment_jobs as j
    where
      j.id in (
        select job_id
        from enrichment_job_users
        where user_id = $1
      )
    limit $2
  ) as counted;

-- every filter, 1 of 2
select
  j.id,
  j.is_forced,
  j.created_at,
  counts.queued,
  counts.ready,
  counts.failed,
  counts.skipped,
  counts.finished_at,
  json_build_array(j.id, j.id) as sort_place
from
  enrichment_jobs as j
  left join lateral (
    select
      count(*) filter (
        where u.status in ('queued', 'running')
      ) as queued,
      count(*) filter (
        where u.status = 'ready'
      ) as ready,
      count(*) filter (
        where u.status = 'failed'
      ) as failed,
      j.skipped + count(*) filter (
        where u.status = 'skipped'
      ) as skipped,
      case
        when count(u.user_id) = count(u.finished_at) then coalesce(max(u.finished_at), j.created_at)
      end as finished_at
    from enrichment_job_users u
    where u.job_id = j.id
  ) counts on true
where
  exists (
    select
    from enrichment_job_users u
    where
      u.job_id = j.id
      and u.finished_at is null
  )
  and j.id in (
    select job_id
    from enrichment_job_users
    where user_id = $1
  )
order by j.id desc
limit $2
offset $3;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from enrichment_jobs as j
    where
      exists (
        select
        from enrichment_job_users u
        where
          u.job_id = j.id
          and u.finished_at is null
      )
      and j.id in (
        select job_id
        from enrichment_job_users
        where user_id = $1
      )
    limit $2
  ) as counted;

-- completed, 1 of 2
select
  j.id,
  j.is_forced,
  j.created_at,
  counts.queued,
  counts.ready,
  counts.failed,
  counts.skipped,
  counts.finished_at,
  json_build_array(j.id, j.id) as sort_place
from
  enrichment_jobs as j
  left join lateral (
    select
      count(*) filter (
        where u.status in ('queued', 'running')
      ) as queued,
      count(*) filter (
        where u.status = 'ready'
      ) as ready,
      count(*) filter (
        where u.status = 'failed'
      ) as failed,
      j.skipped + count(*) filter (
        where u.status = 'skipped'
      ) as skipped,
      case
        when count(u.user_id) = count(u.finished_at) then coalesce(max(u.finished_at), j.created_at)
      end as finished_at
    from enrichment_job_users u
    where u.job_id = j.id
  ) counts on true
where
  not exists (
    select
    from enrichment_job_users u
    where
      u.job_id = j.id
      and u.finished_at is null
  )
order by j.id asc
limit $1
offset $2;

-- completed, 2 of 2
select count(*) as total
from
  (
    select 1
    from enrichment_jobs as j
    where
      not exists (
        select
        from enrichment_job_users u
        where
          u.job_id = j.id
          and u.finished_at is null
      )
    limit $1
  ) as counted;

-- after a cursor
select
  j.id,
  j.is_forced,
  j.created_at,
  counts.queued,
  counts.ready,
  counts.failed,
  counts.skipped,
  counts.finished_at,
  json_build_array(j.id, j.id) as sort_place
from
  enrichment_jobs as j
  left join lateral (
    select
      count(*) filter (
        where u.status in ('queued', 'running')
      ) as queued,
      count(*) filter (
        where u.status = 'ready'
      ) as ready,
      count(*) filter (
        where u.status = 'failed'
      ) as failed,
      j.skipped + count(*) filter (
        where u.status = 'skipped'
      ) as skipped,
      case
        when count(u.user_id) = count(u.finished_at) then coalesce(max(u.finished_at), j.created_at)
      end as finished_at
    from enrichment_job_users u
    where u.job_id = j.id
  ) counts on true
where (j.id) < ($1)
order by j.id desc
limit $2;
