select
  s.id,
  m."position",
  s.version
from
  conference_speakers as m
  inner join speakers as s on s.id = m.speaker_id
where conference_id = $1
order by
  m.position,
  lower(s.name),
  s.id;
