insert into audit_log (action, actor, after, before, request_id, subject_id, subject_type)
values ($1, $2, $3, $4, $5, $6, $7);
