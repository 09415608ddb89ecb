update events
set agenda_item_deleted = $1
where id = $2;
