delete from rate_limit_counters
where expires_at <= now();
