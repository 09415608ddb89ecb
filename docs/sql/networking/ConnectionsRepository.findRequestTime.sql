-- to any user
select requested_at
from connection_requests
where requester_hash in ($1, $2)
order by requested_at desc
limit $3
offset $4;

-- to one user
select requested_at
from connection_requests
where
  requester_hash in ($1, $2)
  and recipient_hash in ($3, $4)
order by requested_at desc
limit $5
offset $6;
