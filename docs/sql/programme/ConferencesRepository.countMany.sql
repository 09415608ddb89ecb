select count(id) as count
from conferences
where id = any($1::bigint[]);
