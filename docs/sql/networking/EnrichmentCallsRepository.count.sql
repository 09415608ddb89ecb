select count(*) as count
from enrichment_calls
where coalesce(ended_at, started_at + 60 * interval '1 second') > clock_timestamp() - 60 * interval '1 second';
