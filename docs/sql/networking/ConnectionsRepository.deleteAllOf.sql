with
  request_times as (
    delete from connection_requests
    where user_id = $1
  )
delete from connections
where
  requester_id = $2
  or recipient_id = $3;
