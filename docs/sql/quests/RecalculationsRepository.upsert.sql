insert into quest_recalculations (actor, after_user_id, finished_at, people, quest_id, requested_at, status)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (quest_id) do update
set
  actor = excluded.actor,
  after_user_id = excluded.after_user_id,
  finished_at = excluded.finished_at,
  people = excluded.people,
  quest_id = excluded.quest_id,
  requested_at = excluded.requested_at,
  status = excluded.status
returning
  status,
  people,
  requested_at,
  finished_at;
