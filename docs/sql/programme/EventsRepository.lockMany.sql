select id
from events
where id = any($1::bigint[])
order by id asc
for update;
