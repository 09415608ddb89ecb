insert into signed_calls as existing (quest_id, webhook_id, body_hash, created_at)
values ($1, $2, $3, $4)
on conflict (quest_id, webhook_id) do update
set
  body_hash = excluded.body_hash,
  status = null,
  answer = null,
  created_at = excluded.created_at
where existing.created_at <= excluded.created_at - interval '24 hours'
returning webhook_id;
