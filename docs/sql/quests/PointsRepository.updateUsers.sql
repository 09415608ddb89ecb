update users u
set
  points = coalesce(
    (
      select sum(delta)
      from point_ledger
      where user_id = u.id
    ),
    0
  )
where u.id = any($1::bigint[]);
