-- 1 of 2
select
  l.id,
  l.delta,
  l.kind,
  l.reason,
  l.earned_at,
  l.created_at,
  case
    when q.id is not null then json_build_object('id', q.id, 'title', q.title)
  end as quest,
  case
    when t.id is not null then json_build_object('id', t.id, 'title', t.title)
  end as task
from
  point_ledger as l
  left join quests as q on q.id = l.quest_id
  left join quest_tasks as t on t.id = l.task_id
where l.user_id = $1
order by l.id desc
limit $2
offset $3;

-- 2 of 2
select count(*) as total
from
  (
    select 1
    from
      point_ledger as l
      left join quests as q on q.id = l.quest_id
      left join quest_tasks as t on t.id = l.task_id
    where l.user_id = $1
    limit $2
  ) as counted;

-- A page by cursor
select
  l.id,
  l.delta,
  l.kind,
  l.reason,
  l.earned_at,
  l.created_at,
  case
    when q.id is not null then json_build_object('id', q.id, 'title', q.title)
  end as quest,
  case
    when t.id is not null then json_build_object('id', t.id, 'title', t.title)
  end as task
from
  point_ledger as l
  left join quests as q on q.id = l.quest_id
  left join quest_tasks as t on t.id = l.task_id
where
  l.user_id = $1
  and l.id < $2
order by l.id desc
limit $3;
