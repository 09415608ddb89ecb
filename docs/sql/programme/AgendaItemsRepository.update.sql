update agenda_items
set
  title = $1,
  room = $2,
  version = version + 1,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $3;
