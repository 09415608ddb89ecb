update messenger_gate
set paused_at = $1
where paused_at is not null;
