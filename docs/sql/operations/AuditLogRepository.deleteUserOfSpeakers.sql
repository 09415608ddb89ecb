select redact_user_of_speakers_in_audit_log($1);
