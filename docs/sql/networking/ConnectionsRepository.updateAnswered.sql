update connections
set
  status = $1,
  responded_at = $2
where id = $3
returning
  id,
  requester_id,
  recipient_id,
  status,
  message,
  created_at,
  responded_at;
