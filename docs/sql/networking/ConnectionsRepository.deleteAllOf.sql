delete from connections
where
  id = any(
    array(
      (
        select id
        from connections
        where
          requester_id = $1
          or (recipient_id = $2)
        order by id asc
        for update
      )
    )
  );
