with
  given as (
    select id
    from notifications
    where
      user_id = $1
      and id in (
        $2,
        coalesce(
          (
            select superseded_by
            from notifications
            where
              id = $3
              and user_id = $4
          ),
          $5
        )
      )
      -- Two parallel calls never deadlock.
    order by id
    for update
  ),
  opened as (
    update notifications
    set clicked_at = coalesce(clicked_at, $6)
    where
      id in (
        select id
        from given
      )
    returning
      id,
      type,
      title,
      body,
      action_url,
      start,
      data,
      created_at,
      clicked_at,
      dismissed_at
  )
select *
from opened
where
  id = coalesce(
    (
      select superseded_by
      from notifications
      where
        id = $7
        and user_id = $8
    ),
    $9
  );
