delete from admin_sessions
where
  ends_at <= now()
  or ended_at is not null;
