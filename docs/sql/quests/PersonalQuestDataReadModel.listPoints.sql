select
  l.id,
  l.delta,
  l.kind,
  case
    when q.id is not null then json_build_object('id', q.id, 'title', q.title)
  end as quest,
  case
    when t.id is not null then json_build_object('id', t.id, 'title', t.title)
  end as task,
  l.reason,
  l.earned_at,
  l.created_at
from
  point_ledger l
  left join quests q on q.id = l.quest_id
  left join quest_tasks t on t.id = l.task_id
where l.user_id = $1
order by l.id;
