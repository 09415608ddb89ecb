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
          and in_app
          and dismissed_at is null
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
          and in_app
          and dismissed_at is null
          and id = any($3::bigint[])
        order by id asc
        for update
      )
    )
  );
