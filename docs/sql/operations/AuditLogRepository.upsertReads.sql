insert into
  audit_log (
    action,
    actor,
    administrator_id,
    after,
    api_key_id,
    at,
    before,
    ip,
    request_id,
    session_id,
    subject_id,
    subject_type
  )
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict (actor, (after ->> 'endpoint'), date_trunc('hour', at at time zone 'UTC'))
where action = 'people.read' do update
set
  after = jsonb_set(
    audit_log.after,
    '{reads}',
    to_jsonb((audit_log.after ->> 'reads')::bigint + (excluded.after ->> 'reads')::bigint)
  );
