select
  c.id,
  c.slug,
  c.name,
  c.starts_on,
  c.ends_on
from
  conference_speakers as m
  inner join conferences as c on c.id = m.conference_id
where
  m.speaker_id = $1
  and not c.status = $2
order by
  c.starts_on asc,
  c.id asc;
