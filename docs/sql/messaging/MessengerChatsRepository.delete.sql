delete from messenger_chats
where chat_id = $1;
