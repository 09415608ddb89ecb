update messenger_gate
set paused_until = greatest(paused_until, clock_timestamp() + $1 * interval '1 ms')
where
  (
    select count(*)
    from messenger_chats
    where slowed_at > clock_timestamp() - interval '10 seconds'
  ) > 1;
