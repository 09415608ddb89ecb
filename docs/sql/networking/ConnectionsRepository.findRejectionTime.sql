select rejected_at
from connection_requests
where
  requester_hash = $1
  and recipient_hash = $2
  and rejected_at is not null
order by rejected_at desc
limit $3;
