update connection_requests
set rejected_at = $1
where
  requester_hash = $2
  and recipient_hash = $3
  and rejected_at is not null;
