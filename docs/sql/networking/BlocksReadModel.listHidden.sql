select coalesce(json_agg(id), '[]') as ids
from
  (
    select blocked_id as id
    from blocks
    where blocker_id = $1
    union all
    select blocker_id
    from blocks
    where blocked_id = $2
  ) hidden;
