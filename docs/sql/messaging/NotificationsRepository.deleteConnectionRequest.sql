delete from notifications
where
  type = $1
  and user_id = $2
  and type in ('connection_request', 'connection_accepted')
  and (data -> 'actor' ->> 'id')::bigint = $3
  and (data ->> 'connection_id')::bigint = $4;
