insert into admin_stream_tickets (credential, expires_at, token_hash)
values ($1, $2, $3);
