select reported_id
from user_reports
where id = $1
limit $2;
