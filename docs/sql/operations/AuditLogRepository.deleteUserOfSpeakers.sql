update audit_log
set
  before = before - 'user_id',
  after = after - 'user_id'
where
  subject_type = 'speaker'
  and (
    before @> $1::jsonb
    or after @> $2::jsonb
  );
