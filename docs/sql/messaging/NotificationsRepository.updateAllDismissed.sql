-- all
update notifications
set dismissed_at = $1
where
  id = any(
    array(
      (
        select id
        from notifications
        where
          user_id = $2
          and is_in_inbox(in_app, dismissed_at)
        order by id asc
        for update
      )
    )
  );

-- by id
update notifications
set dismissed_at = $1
where
  id = any(
    array(
      (
        select id
        from notifications
        where
          user_id = $2
          and is_in_inbox(in_app, dismissed_at)
          and id = any($3::bigint[])
        order by id asc
        for update
      )
    )
  );
