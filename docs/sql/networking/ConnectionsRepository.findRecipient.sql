select recipient_id
from connections
where id = $1
limit $2;
