delete from signed_calls
where created_at <= now() - interval '24 hours';
