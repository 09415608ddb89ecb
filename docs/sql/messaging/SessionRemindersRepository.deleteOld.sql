delete from session_reminders
where starts_at < now() - interval '1 day';
