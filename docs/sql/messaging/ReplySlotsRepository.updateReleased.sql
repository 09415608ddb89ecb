update messenger_chats
set
  free_at = clock_timestamp() + interval '1 second',
  paused_until = case
    when $1 > 0 then clock_timestamp() + $2 * interval '1 millisecond'
    else paused_until
  end
where chat_id = $3;
