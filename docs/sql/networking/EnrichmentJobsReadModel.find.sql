select
  j.id,
  j.is_forced,
  j.created_at,
  counts.queued,
  counts.ready,
  counts.failed,
  counts.skipped,
  counts.finished_at
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
where j.id = $1
limit $2;
