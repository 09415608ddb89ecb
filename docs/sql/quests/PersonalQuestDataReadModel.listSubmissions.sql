select
  s.id,
  json_build_object('id', t.id, 'title', t.title) as task,
  s.status,
  s.source,
  s.text,
  s.media_id,
  s.option_ids,
  s.submitted_at,
  s.decided_at,
  s.reason
from
  user_quest_tasks s
  join quest_tasks t on t.id = s.task_id
where s.user_id = $1
order by s.id;
