select outcome
from user_reports
where id = $1
limit $2
for update;
