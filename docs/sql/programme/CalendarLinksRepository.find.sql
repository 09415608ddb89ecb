select created_at
from calendar_links
where user_id = $1
limit $2;
