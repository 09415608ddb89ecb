insert into quest_registration_requests (decided_at, message, quest_id, reason, requested_at, source, status, user_id)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (quest_id, user_id) do update
set
  decided_at = excluded.decided_at,
  message = excluded.message,
  quest_id = excluded.quest_id,
  reason = excluded.reason,
  requested_at = excluded.requested_at,
  source = excluded.source,
  status = excluded.status,
  user_id = excluded.user_id
returning
  id,
  quest_id,
  user_id,
  status,
  source,
  message,
  reason,
  requested_at,
  decided_at;
