delete from enrichment_calls
where
  not (
    coalesce(ended_at, started_at + 60 * interval '1 second') > clock_timestamp() - 60 * interval '1 second'
  );
