select
  s.status,
  s.decided_at,
  coalesce(a.name, s.reviewer) as reviewer
from
  user_quest_tasks as s
  left join administrators as a on a.id = s.reviewer_id
where s.id = $1
limit $2;
