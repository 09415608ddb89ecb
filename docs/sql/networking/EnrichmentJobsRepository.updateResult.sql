update enrichment_job_users
set
  status = $1,
  run_id = null,
  leased_until = null,
  attempts = attempts - (not $2::boolean)::int,
  invalid_answers = invalid_answers + $3::boolean::int,
  due_at = clock_timestamp() + $4 * interval '1 ms',
  finished_at = case
    when $5 <> 'queued' then now()
  end
where
  job_id = $6
  and user_id = $7
  and run_id = $8::uuid
returning user_id;
