delete from agenda_items
where id = $1;
