select
  json_build_object('id', t.id, 'title', t.title) as task,
  v.option_id
from
  poll_votes v
  join quest_tasks t on t.id = v.task_id
where v.user_id = $1
order by v.task_id;
