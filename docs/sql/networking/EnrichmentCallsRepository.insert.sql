insert into enrichment_calls (started_at)
values (clock_timestamp())
returning id;
