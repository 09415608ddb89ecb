insert into admin_sessions (created_at, ends_at, ip, key_hex, key_id, last_seen_at, secret_hash, user_agent)
values ($1, $2, $3, $4, $5, $6, $7, $8)
returning id;
