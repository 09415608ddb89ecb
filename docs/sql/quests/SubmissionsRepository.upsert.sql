insert into
  user_quest_tasks as kept (
    task_id,
    user_id,
    quest_id,
    status,
    source,
    text,
    media_id,
    option_ids,
    submissions,
    submitted_at,
    decided_at
  )
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (task_id, user_id) do update
set
  status = excluded.status,
  source = excluded.source,
  text = excluded.text,
  media_id = excluded.media_id,
  option_ids = excluded.option_ids,
  submissions = kept.submissions + excluded.submissions,
  submitted_at = excluded.submitted_at,
  decided_at = excluded.decided_at,
  reason = null
returning
  id,
  task_id,
  user_id,
  quest_id,
  status,
  source,
  text,
  media_id,
  option_ids,
  submissions,
  rejections,
  submitted_at,
  decided_at,
  reason;
