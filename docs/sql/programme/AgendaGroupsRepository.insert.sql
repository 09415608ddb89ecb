insert into agenda_groups (conference_id, kind, name, "position")
values
  (
    $1,
    $2,
    $3,
    (
      select coalesce(max(position) + 1, 0)
      from agenda_groups
      where
        conference_id = $4
        and kind = $5
    )
  )
returning
  id,
  name,
  "position",
  capacity,
  color;
