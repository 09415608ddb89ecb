delete from session_reminders
where user_id = $1;
