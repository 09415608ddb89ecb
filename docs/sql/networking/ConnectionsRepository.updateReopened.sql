update connections
set
  requester_id = $1,
  recipient_id = $2,
  message = $3,
  created_at = $4,
  status = $5,
  responded_at = $6
where id = $7
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
