select id
from conferences
where id = any($1::bigint[])
order by id asc
for no key update;
