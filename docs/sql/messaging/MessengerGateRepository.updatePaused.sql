update messenger_gate
set
  paused_at = case
    when (
      paused_at is not null
      and coalesce(pause_ends_at > clock_timestamp(), true)
    ) then paused_at
    else now()
  end,
  pause_scope = $1,
  pause_ends_at = $2,
  pause_reason = $3
where
  not (
    paused_at is not null
    and coalesce(pause_ends_at > clock_timestamp(), true)
  )
  or (pause_scope, pause_ends_at, pause_reason) is distinct from ($4, $5::timestamptz, $6);
