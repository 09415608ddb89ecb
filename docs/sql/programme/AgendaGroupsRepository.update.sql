update agenda_groups
set name = $1
where id = $2
returning
  id,
  name,
  "position",
  capacity,
  color;
