select
  taken_at,
  is_resent,
  done_at
from restores
where taken_at = $1
limit $2;
