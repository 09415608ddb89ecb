update connection_requests
set rejected_at = $1
where
  requester_hash in ($2, $3)
  and recipient_hash in ($4, $5)
  and rejected_at is not null;
