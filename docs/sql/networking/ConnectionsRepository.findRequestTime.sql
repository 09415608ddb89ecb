-- to any user
select requested_at
from connection_requests
where requester_hash = $1
order by requested_at desc
limit $2
offset $3;

-- to one user
select requested_at
from connection_requests
where
  requester_hash = $1
  and recipient_hash = $2
order by requested_at desc
limit $3
offset $4;
