delete from idempotency_keys
where expires_at <= now();
