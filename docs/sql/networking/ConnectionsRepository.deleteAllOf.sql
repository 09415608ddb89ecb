delete from connections
where
  requester_id = $1
  or (recipient_id = $2);
