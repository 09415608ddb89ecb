select rejected_at
from connection_requests
where
  requester_hash in ($1, $2)
  and recipient_hash in ($3, $4)
  and rejected_at is not null
order by rejected_at desc
limit $5;
