insert into connection_requests (requested_at, user_id)
values ($1, $2);
