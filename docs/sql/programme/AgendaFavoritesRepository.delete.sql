delete from agenda_favorites
where
  user_id = $1
  and agenda_item_id = $2;
