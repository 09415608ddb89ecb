update quest_registration_requests
set
  status = $1,
  reason = $2,
  decided_at = $3
where id = any($4::bigint[]);
