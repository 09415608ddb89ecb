update messenger_updates
set
  person_id = $1,
  content = $2
where
  bot_id = $3
  and update_id = $4;
