insert into messenger_chats as chat (chat_id, free_at, paused_until)
values ($1, clock_timestamp(), clock_timestamp() + $2 * interval '1 millisecond')
on conflict (chat_id) do update
set paused_until = excluded.paused_until;
