select
  id,
  conference_id
from agenda_items
where id = any($1::bigint[]);
