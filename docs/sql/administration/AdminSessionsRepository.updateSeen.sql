update admin_sessions
set
  last_seen_at = $1,
  ends_at = $2
where
  id = $3
  and last_seen_at = $4
  and ended_at is null;
