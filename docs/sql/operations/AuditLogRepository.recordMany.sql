insert into
  audit_log (
    action,
    actor,
    administrator_id,
    after,
    api_key_id,
    before,
    ip,
    request_id,
    session_id,
    subject_id,
    subject_type
  )
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
