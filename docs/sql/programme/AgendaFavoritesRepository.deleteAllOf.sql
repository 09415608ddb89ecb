delete from agenda_favorites
where user_id = $1;
