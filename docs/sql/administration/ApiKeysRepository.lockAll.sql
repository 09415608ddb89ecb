select pg_advisory_xact_lock(hashtext('api keys'), 0);
