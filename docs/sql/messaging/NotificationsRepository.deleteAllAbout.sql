delete from notifications
where
  type in ('connection_request', 'connection_accepted')
  and (data -> 'actor' ->> 'id')::bigint = $1;
