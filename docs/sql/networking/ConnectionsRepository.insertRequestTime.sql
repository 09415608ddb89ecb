insert into connection_requests (recipient_hash, requested_at, requester_hash)
values ($1, $2, $3);
