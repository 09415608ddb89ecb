select distinct
  conference_id
from conference_speakers
where speaker_id = any($1::bigint[])
order by conference_id asc;
