delete from enrichment_jobs
where
  created_at < now() - 30 * interval '1 day'
  and not exists (
    select *
    from enrichment_job_users as u
    where
      u.job_id = enrichment_jobs.id
      and u.finished_at is null
  );
