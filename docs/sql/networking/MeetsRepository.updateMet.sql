update connections
set
  status = 'accepted',
  met_at = $1,
  met_conference_id = $2,
  responded_at = case
    when status = 'accepted' then responded_at
    else $3::timestamptz
  end
where id = $4
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
