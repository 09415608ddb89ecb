select requested_at
from connection_requests
where user_id = $1
order by requested_at desc
limit $2
offset $3;
