with
  taken as (
    select
      job_id,
      user_id
    from enrichment_job_users
    where
      status = 'queued'
      and due_at <= clock_timestamp()
    order by
      due_at,
      job_id,
      user_id
    limit $1
    for update
      skip locked
  ),
  decided as (
    select
      taken.*,
      u.headline,
      u.company,
      u.job_title,
      u.bio,
      u.interests,
      u.looking_for,
      u.offering,
      enrichment_input_hash(u.headline, u.company, u.job_title, u.bio, u.interests, u.looking_for, u.offering) as input_hash,
      case
        when not (
          u.is_listed
          and coalesce(u.enrichment_enabled, not $2::boolean)
        ) then 'skipped'
        when (
          e.input_hash is not null
          and e.input_hash = enrichment_input_hash(u.headline, u.company, u.job_title, u.bio, u.interests, u.looking_for, u.offering)
        )
        and e.generated_at >= job.created_at
        and not job.is_forced then 'skipped'
        when row.attempts >= 5 then 'failed'
        else 'running'
      end as decision
    from
      taken
      join enrichment_job_users row using (job_id, user_id)
      join enrichment_jobs job on job.id = taken.job_id
      join users u on u.id = taken.user_id
      left join enrichments e on e.user_id = taken.user_id
  )
update enrichment_job_users row
set
  status = decision,
  attempts = row.attempts + (decision = 'running')::int,
  run_id = case
    when decision = 'running' then $3::uuid
  end,
  leased_until = case
    when decision = 'running' then clock_timestamp() + 90 * interval '1 second'
  end,
  finished_at = case
    when decision <> 'running' then now()
  end
from decided u
where
  row.job_id = u.job_id
  and row.user_id = u.user_id
returning
  row.job_id,
  row.user_id,
  row.status,
  row.attempts,
  row.invalid_answers,
  u.headline,
  u.company,
  u.job_title,
  u.bio,
  u.interests,
  u.looking_for,
  u.offering,
  u.input_hash;
