insert into messenger_chats (chat_id, free_at, paused_until, slowed_at)
values
  (
    $1,
    clock_timestamp() + interval '1 second',
    clock_timestamp() + $2 * interval '1 millisecond',
    clock_timestamp()
  )
on conflict (chat_id) do update
set
  free_at = excluded.free_at,
  paused_until = excluded.paused_until,
  slowed_at = excluded.slowed_at;
