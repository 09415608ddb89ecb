select pg_advisory_xact_lock(hashtext('event import'), $1::int);
