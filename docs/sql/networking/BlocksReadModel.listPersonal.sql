select
  json_build_object(
    'id',
    b.blocked_id,
    'first_name',
    case
      when b.is_named then coalesce(u.first_name, $1)
      else $2
    end
  ) as user,
  b.created_at
from
  blocks b
  left join users u on u.id = b.blocked_id
where b.blocker_id = $3
order by
  b.created_at,
  b.blocked_id;
