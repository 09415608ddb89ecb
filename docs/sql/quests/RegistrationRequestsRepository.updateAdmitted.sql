update quest_registration_requests
set
  status = $1,
  reason = $2,
  decided_at = $3
where
  quest_id = $4
  and user_id = $5
  and not status = $6
returning id;
