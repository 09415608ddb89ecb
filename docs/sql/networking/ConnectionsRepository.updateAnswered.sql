update connections
set
  status = $1,
  responded_at = $2
where id = $3
returning
  id,
  status,
  message,
  created_at,
  responded_at,
  met_at,
  met_conference_id,
  requester_id,
  recipient_id;
