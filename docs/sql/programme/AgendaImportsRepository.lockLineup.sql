select
  s.id,
  s.name,
  s.title,
  s.company,
  s.bio,
  s.photo_url
from speakers as s
where
  s.id in (
    select speaker_id
    from conference_speakers
    where conference_id = $1
  )
order by s.id asc
for no key update;
