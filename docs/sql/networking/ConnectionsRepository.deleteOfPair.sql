delete from connections
where
  least(requester_id, recipient_id) = $1
  and greatest(requester_id, recipient_id) = $2;
