update messenger_updates
set is_applied = $1
where
  bot_id = $2
  and update_id = $3;
