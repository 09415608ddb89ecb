select
  j.id,
  j.is_forced,
  j.created_at,
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
from
  enrichment_jobs j
  left join enrichment_job_users u on u.job_id = j.id
where j.id = $1
group by j.id;
