delete from notifications
where
  id = any(
    array(
      select id
      from notifications
      where
        type in ('connection_request', 'connection_accepted')
        and (
          (data -> 'actor' ->> 'id')::bigint = $1
          and user_id = $2
          or (data -> 'actor' ->> 'id')::bigint = $3
          and user_id = $4
        )
      order by id
      for update
    )
  );
