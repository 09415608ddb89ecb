delete from admin_sessions
where ends_at <= now();
