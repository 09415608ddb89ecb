select
  t.id as task_id,
  t.title,
  t.type,
  t.position,
  t.is_required,
  coalesce(s.submitted, 0) as submitted,
  coalesce(s.pending, 0) as pending,
  coalesce(s.approved, 0) as approved,
  coalesce(s.rejected, 0) as rejected
from
  quest_tasks t
  left join (
    select
      task_id,
      count(*) as submitted,
      count(*) filter (
        where status = 'pending'
      ) as pending,
      count(*) filter (
        where status = 'approved'
      ) as approved,
      count(*) filter (
        where status = 'rejected'
      ) as rejected
    from user_quest_tasks
    where quest_id = $1
    group by task_id
  ) s on s.task_id = t.id
where
  t.quest_id = $2
  and t.deleted_at is null
order by
  t.position,
  t.id;
