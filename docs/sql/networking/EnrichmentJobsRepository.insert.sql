insert into enrichment_jobs (is_forced)
values ($1)
returning id;
