delete from agenda_items
where id = $1
returning
  id,
  conference_id;
