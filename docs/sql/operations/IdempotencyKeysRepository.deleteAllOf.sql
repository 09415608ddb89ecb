delete from idempotency_keys
where user_id = $1;
