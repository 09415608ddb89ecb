update messenger_chats
set free_at = clock_timestamp() + interval '1 second'
where chat_id = $1;
