delete from messenger_chats
where greatest(free_at, paused_until) < now() - interval '1 minute';
