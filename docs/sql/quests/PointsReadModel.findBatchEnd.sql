select max(id) as id
from
  (
    select id
    from users
    where id > $1
    order by id asc
    limit $2
  ) as next;
