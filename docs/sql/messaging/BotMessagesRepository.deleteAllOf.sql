delete from bot_messages
where user_id = $1;
