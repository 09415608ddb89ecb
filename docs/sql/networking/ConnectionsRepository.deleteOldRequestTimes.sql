delete from connection_requests
where requested_at <= now() - interval '25 hours';
