update messenger_gate
set
  paused_at = null,
  pause_scope = 'all',
  pause_ends_at = null,
  pause_reason = null
where
  (
    paused_at is not null
    and coalesce(pause_ends_at > clock_timestamp(), true)
  );
