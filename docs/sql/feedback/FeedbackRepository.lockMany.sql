select
  id,
  status
from feedback
where id = any($1::bigint[])
order by id asc
for update;
