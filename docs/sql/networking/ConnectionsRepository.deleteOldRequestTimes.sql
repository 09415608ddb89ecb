delete from connection_requests
where greatest(requested_at, rejected_at) <= now() - interval '30 days 1 hour';
