update enrichment_calls
set ended_at = clock_timestamp()
where id = $1;
