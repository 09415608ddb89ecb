insert into connection_requests (key_id, recipient_hash, requested_at, requester_hash)
values ($1, $2, $3, $4);
