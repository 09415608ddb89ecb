update audit_log
set
  before = $1,
  after = $2
where
  subject_type = $3
  and subject_id = any($4::bigint[]);
