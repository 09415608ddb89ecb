select pg_try_advisory_xact_lock(hashtext('session reminders'), 0) as is_locked;
