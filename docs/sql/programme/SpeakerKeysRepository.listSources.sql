select distinct
  source
from speaker_keys
where speaker_id = any($1::bigint[]);
