with
  moment as materialized (
    select clock_timestamp() as now
  ),
  state as (
    select
      now,
      coalesce(
        (
          select
            greatest(
              0,
              ceil(
                extract(
                  epoch
                  from greatest(free_at, paused_until) - now
                ) * 1000
              )
            )
          from messenger_chats
          where chat_id = $1
        ),
        0
      )::float8 as chat_ms,
      (
        select count(*)
        from messenger_chats
        where free_at > now
      ) < $2 as has_slot
    from moment
  ),
  taken as (
    insert into messenger_chats (chat_id, free_at)
    select
      $3::bigint,
      now + 20 * interval '1 second'
    from state
    where
      chat_ms = 0
      and has_slot
    on conflict (chat_id) do update
    set free_at = excluded.free_at
  )
select
  case
    when chat_ms > 0 then chat_ms
    when has_slot then 0
    else 50
  end::float8 as wait_ms
from state;
