delete from agenda_items
where event_id = $1
returning
  id,
  conference_id;
