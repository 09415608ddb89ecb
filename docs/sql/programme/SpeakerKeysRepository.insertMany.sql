insert into speaker_keys (source, person_key, speaker_id)
select
  source,
  person_key,
  speaker_id
from jsonb_to_recordset($1::jsonb) as k (source text, person_key text, speaker_id bigint)
on conflict (source, person_key) do nothing;
