update messenger_gate
set paused_at = CURRENT_TIMESTAMP(3)
where paused_at is null;
