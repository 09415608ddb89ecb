select redact_audit_log($1, $2::bigint[]);
